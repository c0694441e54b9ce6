-- Returns for each number how many SMS it was sent or promised since an hour and a day ago, by any company, and whether
-- the company may send it no more. The row of the empty number counts those of the company. Callers of one company read
-- the sums, not the rows of others.
create or replace function sms_numbers(company uuid, numbers text[], of_purpose text, at timestamptz)
  returns table (number text, hour integer, day integer, is_stopped boolean) language sql stable security definer
  set search_path = public, pg_temp as $$
  select n.number, c.hour, c.day, exists (
      select from suppressions s
      where s.medium = 'sms' and s.address = n.number and (s.company_id is null or s.company_id = company)
        and (s.purpose is null or s.purpose = of_purpose) and (s.expires_at is null or s.expires_at > at))
  from unnest(numbers) n (number) cross join lateral (
    select (count(*) filter (where d.created_at > at - interval '1 hour'))::integer as hour, count(*)::integer as day
    from deliveries d
    where d.medium = 'sms' and d.address = n.number and d.created_at > at - interval '1 day'
      and d.state not in ('failed', 'expired', 'suppressed', 'cancelled')) c
  union all
  select '', 0, count(*)::integer, false from deliveries d
  where d.medium = 'sms' and d.company_id = company and d.created_at > at - interval '1 day'
    and d.state not in ('failed', 'expired', 'suppressed', 'cancelled')
$$;
revoke execute on function sms_numbers from public;
grant execute on function sms_numbers to daybook_company;
