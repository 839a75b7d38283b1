"""Recordings: bytes to sound, sound to words, and one text held against what was heard of it.

Everything here runs on this machine, on weights that lie on it; nothing is fetched.
"""
