-- A birthday without a year is stored as `--MM-DD` (RFC 6350). The generated month is computed from the text: a trigger
-- depends on its column, which therefore stays.
alter table contacts alter column birthday_month set expression as (0);
alter table contacts
  alter column birthday type text using birthday::text,
  add check (birthday ~ '^(\d{4}|-)-\d\d-\d\d$');
alter table contacts
  alter column birthday_month set expression as (substring(birthday from '(\d\d)-\d\d$')::integer);
