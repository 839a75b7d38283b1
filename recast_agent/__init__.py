"""Use a remote model on private evidence without showing it."""
