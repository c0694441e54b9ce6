-- Mails that are withdrawn are given back to the limits of the day, and those beyond the limits are told to staff.

-- The limits that it was counted against when it was queued; null for one that counts against none.
alter table deliveries add column counted text[];

drop index deliveries_unnotified;
create index deliveries_unnotified on deliveries (settled_at)
  where notified_at is null and queue = 'mail:visit' and reason in ('bounced', 'returned', 'limit');
