"""What whoever looks after a server may do, by `trailmix admin`."""
