-- What was changed in the texts of SMS, and the pages where that is done.

-- For all companies or (company_id) for one, as in email_templates.
create table sms_templates (
  id uuid primary key,
  company_id uuid references companies on delete cascade,
  key text not null,
  language text not null,
  message text not null,
  from_sms text not null default '',
  to_sms text not null default '',
  changed_at timestamptz not null,
  unique nulls not distinct (company_id, key, language)
);
call guard_company_table('sms_templates');
-- What is for all companies may be read by each.
create policy for_all on sms_templates for select to daybook_company using (company_id is null);

call watch_table('sms_templates', true);
update table_settings set is_sync = true where name = 'sms_templates';

insert into pages (id, name, s_ref, only_sys, is_system, may) values
  ('00000000-0000-7000-8000-000000006901', 'SMS templates', '/app/company/sms/templates', false, true, 'admin'),
  ('00000000-0000-7000-8000-000000006902', 'SMS templates of all', '/app/system/sms/templates', true, true, 'sys');

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order") values
  ('00000000-0000-7000-8000-000000006951', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000006901', 'SMS templates', 'fa fa-edit', false, true, 41),
  ('00000000-0000-7000-8000-000000006952', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000006902', 'SMS templates of all', 'fa fa-edit', false, true, 226);
