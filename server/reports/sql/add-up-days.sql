-- Adds up the given closed days, and the months that they belong to. The caller holds the lock of the company's
-- figures, and has counted the days.
create or replace function add_up_days(company uuid, days date[]) returns void language plpgsql
  set plan_cache_mode = force_custom_plan set random_page_cost = 1 set enable_seqscan = off as $$
declare
  months date[] := array(select distinct date_trunc('month', d::timestamp)::date from unnest(days) d);
begin
  delete from counts_by_location_day c where c.company_id = company and c.day = any(days)
    and c.subject in ('visits', 'receipts', 'mail', 'sms');
  insert into counts_by_location_day (company_id, subject, day, location_id, number, amount, completed)
    select company, c.subject, c.day, c.location_id, sum(c.number), sum(c.amount), sum(c.completed) from counts_by_day c
    where c.company_id = company and c.subject in ('visits', 'receipts', 'mail', 'sms') and c.day = any(days)
    group by c.subject, c.day, c.location_id;
  delete from counts_by_company_day c where c.company_id = company and c.day = any(days)
    and c.subject in ('visits', 'receipts', 'mail', 'sms');
  insert into counts_by_company_day (company_id, subject, day, number, amount, completed)
    select company, c.subject, c.day, sum(c.number), sum(c.amount), sum(c.completed) from counts_by_location_day c
    where c.company_id = company and c.subject in ('visits', 'receipts', 'mail', 'sms') and c.day = any(days)
    group by c.subject, c.day;
  delete from campaign_days c where c.company_id = company and c.day = any(days);
  insert into campaign_days (company_id, campaign_id, day, sent, visited)
    select company, f.campaign_id, f.day, sum(f.sent), sum(f.visited) from campaign_facts f
    where f.company_id = company and f.day = any(days) group by f.campaign_id, f.day;
  delete from counts_by_month c where c.company_id = company and c.month = any(months)
    and c.subject in ('visits', 'receipts', 'mail', 'sms');
  insert into counts_by_month (company_id, subject, month, location_id, calendar_id, number, amount, completed)
    select company, c.subject, m.month, c.location_id, c.calendar_id, sum(c.number), sum(c.amount), sum(c.completed)
    from unnest(months) m (month)
    join counts_by_day c on c.company_id = company and c.subject in ('visits', 'receipts', 'mail', 'sms')
      and c.day >= m.month and c.day < m.month + interval '1 month'
    group by c.subject, m.month, c.location_id, c.calendar_id;
end $$;
