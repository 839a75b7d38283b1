"""Attacks on what is released, simulated with the project's own policies.

Each module is one attacker: what it sees, what it knows of the code, what it learns. Every attacker
takes any ``NumberPolicy``, so that a design that was turned down is measured beside the one chosen.
"""
