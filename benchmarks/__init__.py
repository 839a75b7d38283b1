"""What the product does on real charts and tables; ``make bench`` writes ``README.md`` here."""
