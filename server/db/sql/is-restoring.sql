-- Whether the transaction restores a company from its archive. The company is new to everyone: its hundred thousands of
-- rows are neither published nor audited one by one, and its days are counted together.
create or replace function is_restoring() returns boolean language sql stable as $$
  select coalesce(current_setting('daybook.restoring', true), '') = '1'
$$;
