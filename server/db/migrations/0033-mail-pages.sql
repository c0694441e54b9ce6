-- The pages about mail, and the orders in which mails and their logs are listed over all companies.

create index email_messages_created on email_messages (created_at desc, id desc);
create index email_message_logs_created on email_message_logs (created_at desc, id desc);

insert into pages (id, name, s_ref, only_sys, is_system, may) values
  ('00000000-0000-7000-8000-000000003301', 'E-mail templates', '/app/company/email/templates', false, true, 'admin'),
  ('00000000-0000-7000-8000-000000003302', 'E-mails', '/app/company/email/messages', false, true, 'admin'),
  ('00000000-0000-7000-8000-000000003303', 'Mail servers', '/app/system/email/smtps', true, true, 'sys'),
  ('00000000-0000-7000-8000-000000003304', 'E-mail templates of all', '/app/system/email/templates', true, true, 'sys'),
  ('00000000-0000-7000-8000-000000003305', 'Words of mails', '/app/system/email/message-templates', true, true, 'sys'),
  ('00000000-0000-7000-8000-000000003306', 'E-mails of all', '/app/system/email/messages', true, true, 'sys'),
  ('00000000-0000-7000-8000-000000003307', 'E-mail log', '/app/system/email/message-logs', true, true, 'sys');

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order") values
  ('00000000-0000-7000-8000-000000003351', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000003301', 'E-mail templates', 'fa fa-edit', false, true, 40),
  ('00000000-0000-7000-8000-000000003352', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000003302', 'E-mails', 'fa fa-envelope', false, true, 41),
  ('00000000-0000-7000-8000-000000003353', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000003303', 'Mail servers', 'fa fa-server', false, true, 220),
  ('00000000-0000-7000-8000-000000003354', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000003304', 'E-mail templates of all', 'fa fa-edit', false, true, 221),
  ('00000000-0000-7000-8000-000000003355', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000003305', 'Words of mails', 'fa fa-language', false, true, 222),
  ('00000000-0000-7000-8000-000000003356', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000003306', 'E-mails of all', 'fa fa-envelope', false, true, 223),
  ('00000000-0000-7000-8000-000000003357', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000003307', 'E-mail log', 'fa fa-history', false, true, 224);
-- It stands with the other pages of the system.
update menu_items set "order" = 251 where id = '00000000-0000-7000-8000-000000000432' and "order" = 92;
