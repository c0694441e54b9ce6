-- The rules of time zones as Node.js has them: local days and wall times in SQL are those of free times and mails.
create table zone_rules (
  -- A name of the IANA database or a link.
  zone text primary key,
  -- From each instant on, the clock is ahead of UTC by these seconds; null: as PostgreSQL has it.
  starts timestamptz[] not null,
  seconds integer[] not null,
  -- The same as ISO 8601 has it, such as `+02:00`.
  offsets text[] not null,
  check (cardinality(starts) = cardinality(seconds) and cardinality(starts) = cardinality(offsets))
);
create table zone_rules_version (
  is_only boolean primary key default true check (is_only),
  -- The release of the IANA database, such as `2026c`.
  version text not null,
  written_at timestamptz not null default now()
);
grant select on zone_rules to daybook_company;

-- A generated column cannot read a table: triggers compute these days from now on.
alter table events alter column day drop expression, alter column day set default '-infinity';
alter table deliveries alter column day drop expression;
