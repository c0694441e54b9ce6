-- Numbers of fiscal devices, as people entered and changed them for the receipts of registers. Each is an entry of the
-- journal. Numbers that were entered before have no row.
create table till_device_numbers (
  company_id uuid not null,
  id uuid not null,
  receipt_id uuid not null,
  -- Empty: none was entered before.
  previous text not null,
  number text not null check (number <> previous),
  user_id uuid references users on delete set null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, receipt_id) references receipts (company_id, id) on delete restrict
);
create index till_device_numbers_of_receipt on till_device_numbers (company_id, receipt_id, created_at, id);
call guard_company_table('till_device_numbers');
revoke update, delete on till_device_numbers from daybook_company;

alter table till_journal drop constraint till_journal_kind_check,
  add constraint till_journal_kind_check check (kind in ('opened', 'receipt', 'move', 'number', 'closed'));
