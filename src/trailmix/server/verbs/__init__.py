"""What can be asked over HTTP: each verb with its body, its answer and its refusals."""
