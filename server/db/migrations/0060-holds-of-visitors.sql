-- The holds of a visitor at a company, counted by each booking. Without it, the visits of all times are read.
create index visits_holder on visits (company_id, holder_hash) where status = 'held';

-- `events_occupied` says both.
alter table events drop constraint events_occupied_check, drop constraint events_occupied_check1;
