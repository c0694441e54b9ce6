-- The company of a company-scoped transaction (server/db/transaction.ts); null outside of one. Policies of tables call
-- it.
create or replace function current_company() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('daybook.company_id', true), '')::uuid $$;
