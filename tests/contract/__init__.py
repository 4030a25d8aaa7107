"""What every game promises, held by one suite: for every game there is, and the trick game of examples/."""
