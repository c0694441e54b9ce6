-- How many days companies have to pay an invoice, from its issue.
alter table seller add due_days integer not null default 14 check (due_days between 0 and 365);
