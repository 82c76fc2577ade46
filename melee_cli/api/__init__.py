"""The library: what the command line, the session and a script call alike."""
