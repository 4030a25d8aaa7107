"""How a process comes to serve: listening, serving uncompiled at first, handing over, stopping."""
