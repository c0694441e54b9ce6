-- What a person is told inside the application: his feed of reminders. (Mails about appointments are no reminders.)

create table reminders (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('calendarEvent', 'system', 'invoiceNew', 'paymentNew', 'paymentConfirmed',
    'paymentCancelled', 'smsFundsError', 'general', 'other')),
  -- In the person's language, as it was when it was written.
  text text not null,
  -- The route it leads to; empty for none.
  link text not null default '',
  created_at timestamptz not null,
  visited_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references employees on delete cascade
);
create index reminders_user on reminders (company_id, user_id, created_at desc, id desc);
create index reminders_unvisited on reminders (company_id, user_id, created_at desc, id desc) where visited_at is null;
create index reminders_visited on reminders (visited_at);

call guard_company_table('reminders');

-- Tells every process whose reminders changed, so that his open browsers look again.
create function notify_reminder_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_changes', json_build_object(
    'table', 'reminders', 'companyId', new.company_id, 'userId', new.user_id)::text);
  return null;
end $$;
create trigger reminders_changed after insert or update on reminders
  for each row execute function notify_reminder_change();
