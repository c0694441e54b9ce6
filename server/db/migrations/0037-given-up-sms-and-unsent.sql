-- An SMS whose outcome is unknown keeps its money reserved until a receipt or a person settles it: giving it up settles it
-- as well.
create or replace function move_sms_money() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  used uuid[];
  unused uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(id) into unused from before where price is not null;
  else
    select array_agg(a.id) filter (where a.state <> b.state and a.state in ('sent', 'delivered', 'undelivered')),
      array_agg(a.id) filter (where a.state in ('failed', 'expired', 'suppressed', 'cancelled', 'kept')
        or a.state = 'uncertain' and a.given_up_at is not null)
    into used, unused from after a join before b using (id)
    where a.price is not null and (a.state <> b.state or a.given_up_at is not null and b.given_up_at is null);
  end if;
  if used is not null then perform settle_holds(null, 'sms', used, null, now()); end if;
  if unused is not null then perform release_holds(null, 'sms', unused, now()); end if;
  return null;
end $$;


-- Recipients whose message has not left, of the campaigns that run: few among all that ever were.
create index campaign_recipients_unsent on campaign_recipients (company_id, campaign_id) include (contact_id, delivery_id)
  where sent_at is null and left_out is null;
