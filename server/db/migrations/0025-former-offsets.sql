-- New rules of a zone give coming events another wall time than their customers were told.
alter table events
  -- The offset of the zone, such as `-08:00`, by the rules under which the event got its time; null while these are in
  -- force, and once a person has said what the event keeps.
  add former_offset text check (former_offset ~ '^[+-]\d\d:\d\d$');
create index events_of_former_rules on events (company_id, start_at) where former_offset is not null;
