-- A lone click soon after the message was sent waits until then before it counts as a person's.
alter table campaign_visits add column waits_until timestamptz;
create index campaign_visits_waiting on campaign_visits (waits_until) where waits_until is not null;
