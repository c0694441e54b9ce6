-- Whether a company has terms for each of these days.
create or replace function has_terms(company uuid, days daterange) returns boolean
  language sql stable parallel safe as $$
  select coalesce(range_agg(t.valid) @> days, false) from company_terms t where t.company_id = company
$$;
