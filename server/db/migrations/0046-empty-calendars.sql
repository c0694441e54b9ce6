-- Calendars that stood empty when their person's work or account ended, from before they went with it.

delete from calendars k where k.user_id is null
  and not exists (select from events v where v.company_id = k.company_id and v.calendar_id = k.id);
