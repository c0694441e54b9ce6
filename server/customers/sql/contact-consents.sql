-- The consent of a customer on each channel, stored with the customer.

-- Returns the state of one channel by the consents of a contact: nothing given counts before the last withdrawal, and a
-- visitor's consent that is not proved never lifts one. Employees claim what they record or import: it counts at once.
create or replace function consent_state(company uuid, contact uuid, of_channel text) returns text language sql stable
  set search_path = public, pg_temp as $$
  select case
    when coalesce(bool_or(s.is_given and (s.proved_at is not null or s.source in ('staff', 'import'))
      and (w.at is null or s.created_at > w.at)), false) then 'given'
    when w.at is not null then 'withdrawn'
    when coalesce(bool_or(s.is_given), false) then 'pending'
    else '' end
  from (select) one
  cross join lateral (
    select max(created_at) as at from consents
    where company_id = company and contact_id = contact and channel = of_channel and not is_given) w
  left join consents s on s.company_id = company and s.contact_id = contact and s.channel = of_channel
  group by w.at
$$;

-- Stores the state of each channel with the contacts whose consents changed.
create or replace function renew_contact_consents() returns trigger language plpgsql as $$
begin
  update contacts c set mail_consent = s.mail, sms_consent = s.sms
  from (
    select t.company_id, t.contact_id, consent_state(t.company_id, t.contact_id, 'email') as mail,
      consent_state(t.company_id, t.contact_id, 'sms') as sms
    from (select distinct company_id, contact_id from changed) t) s
  where c.company_id = s.company_id and c.id = s.contact_id
    and (c.mail_consent, c.sms_consent) is distinct from (s.mail, s.sms);
  return null;
end $$;
create or replace trigger consents_inserted after insert on consents referencing new table as changed
  for each statement execute function renew_contact_consents();
create or replace trigger consents_deleted after delete on consents referencing old table as changed
  for each statement execute function renew_contact_consents();
create or replace trigger consents_moved_to after update on consents referencing new table as changed
  for each statement execute function renew_contact_consents();
create or replace trigger consents_moved_from after update on consents referencing old table as changed
  for each statement execute function renew_contact_consents();
