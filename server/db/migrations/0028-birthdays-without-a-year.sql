-- A birthday without a year is stored as `--MM-DD` (RFC 6350). The month is computed from the text. A trigger depends on
-- it, and is created again with the other triggers after the migrations.
drop trigger if exists contacts_update_audience_facts on contacts;
alter table contacts drop column birthday_month;
alter table contacts
  alter column birthday type text using birthday::text,
  add check (birthday ~ '^(\d{4}|-)-\d\d-\d\d$'),
  add column birthday_month integer generated always as (substring(birthday from '(\d\d)-\d\d$')::integer) stored;
