-- Links of campaigns end, and lead to other sites by a page unless the operator trusts the company.
alter table companies add column links_lead_directly boolean not null default false;
update companies set links_lead_directly = true;
-- When it was stopped, or was over; null before that.
alter table campaigns add column ended_at timestamptz;
-- Links of earlier campaigns end as if these had just ended.
update campaigns set ended_at = now() where snapshot_at is not null and not started and not sending;
