-- Refuses the change of rows that stay as they were written, whichever role asks.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % cannot be changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
