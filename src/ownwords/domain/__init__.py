"""What the words mean: values and rules, without a clock, a disk or a network."""
