"""What clients and the server say to each other: messages, refusals, and their types for the page."""
