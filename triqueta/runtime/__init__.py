"""The runtime: the only place with a clock. It brings events to the table and frames back."""
