-- The campaigns of a medium (mail, sms) by day: messages sent, and recipients who followed a link on that day.
create or replace function campaign_figures(of_medium text, first date, last date) returns table (
  id uuid, name text, day date, sent bigint, visited bigint)
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan set random_page_cost = 1 set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  me uuid := current_company();
  s record := figures_state(first, last);
  closed date := s.closed;
  marked date[] := s.marked;
  open_from date := s.open_from;
begin
  return query
    select c.id, c.name, f.day, sum(f.sent)::bigint, sum(f.visited)::bigint
    from (
      select d.campaign_id, d.day, d.sent, d.visited from campaign_days d
      where d.company_id = me and d.day between first and least(last, closed) and (marked = '{}' or d.day <> all(marked))
      union all
      select f.campaign_id, f.day, f.sent, f.visited from campaign_facts f
      where f.company_id = me and f.day between open_from and last
      union all
      select f.campaign_id, f.day, f.sent, f.visited from campaign_facts f
      where marked <> '{}' and f.company_id = me and f.day = any(marked)) f
    join campaigns c on c.company_id = me and c.id = f.campaign_id
    where c.medium = of_medium
    group by c.id, c.name, f.day;
end $$;
