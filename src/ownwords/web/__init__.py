"""What the edges share: credentials, hosts, bodies, problems as answers, and what is measured."""
