"""What can be done with a memory: one file a noun, one function a verb, one transaction each."""
