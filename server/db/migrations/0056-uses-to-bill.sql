-- The first day of which uses may not be billed yet: a run looks no further back, however many uses there were over the
-- years. It stays a month behind the last invoice with uses, for those that were counted while it was issued.
alter table billing add uses_from date not null default '2000-01-01';
