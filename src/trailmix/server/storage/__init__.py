"""What is kept, and where: in one SQLite file, or in a PostgreSQL database that many processes share."""
