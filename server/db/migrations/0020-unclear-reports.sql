-- Reports of the bounce mailboxes that were not understood.
create table unclear_reports (
  id uuid primary key,
  created_at timestamptz not null,
  -- The label of the mailbox, which may be deleted meanwhile.
  mailbox text not null,
  sender text not null,
  subject text not null,
  reason text not null check (reason in ('unreadable', 'unclear')),
  message text not null
);
create index unclear_reports_created on unclear_reports (created_at desc, id desc);
