-- An event has a version, like a visit: a save names the one that was read. Its customer is in the visit.
create or replace view appointments with (security_invoker = true) as
  select e.company_id, e.id, e.calendar_id, e.location_id, e.user_id, e.title, e.description, e.start_at, e.end_at,
    e.time_zone, e.all_day, e.start_date, e.end_date, e.type, e.occupied, e.lane, e.overlap_accepted_by,
    e.held_until, e.read_only, e.link, e.created_at, e.updated_at, e.blocks, e.words,
    p.visit_id, p.position, p.service_id, p.service_name, p.price, p.buffer_before, p.buffer_after, p.pause_start,
    p.pause_minutes, v.contact_id, v.status, v.source, coalesce(v.name, '') as name, coalesce(v.e_mail, '') as e_mail,
    coalesce(v.phone_number, '') as phone_number, coalesce(v.language, 'en') as language, coalesce(v.send_sms, true) as send_sms,
    v.e_mail_reminder_sent_at, v.sms_reminder_sent_at,
    v.status is null or v.status not in ('declined', 'cancelled', 'expired') as is_shown,
    e.xmin::text || coalesce('.' || v.xmin::text, '') as version
  from events e
  left join lateral (
    select * from visit_parts p where p.company_id = e.company_id and p.event_id = e.id order by p.visit_id limit 1) p on true
  left join visits v on v.company_id = p.company_id and v.id = p.visit_id;
grant select on appointments to daybook_company;
