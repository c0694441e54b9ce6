-- How much was sent of a campaign, and how many of its recipients visited a link, by day.
create or replace view campaign_facts with (security_invoker = true) as
  select company_id, campaign_id, day, count(*) as sent, 0::bigint as visited
  from campaign_recipients where day is not null group by company_id, campaign_id, day
  union all
  select company_id, campaign_id, day, 0, count(distinct recipient_id)
  from campaign_visits where is_person group by company_id, campaign_id, day;
grant select on campaign_facts to daybook_company;
