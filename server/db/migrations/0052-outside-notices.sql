-- When the person was notified that an outside calendar is not read: in the feed after an hour, by mail after a day.
alter table outside_calendars add column notified_at timestamptz, add column mailed_at timestamptz;
create index outside_calendars_failing on outside_calendars (failing_since) where failing_since is not null;
