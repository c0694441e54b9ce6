#!/bin/sh
# Creates the role and the database of Daybook in a new PostgreSQL: run once, by the image of PostgreSQL.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username="${POSTGRES_USER:-postgres}" <<'SQL'
create role daybook login password :'password';
create role daybook_company;
grant daybook_company to daybook;
create database daybook owner daybook encoding 'UTF8' template template0;
SQL
