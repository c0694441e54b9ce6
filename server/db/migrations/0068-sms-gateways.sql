-- SMS gateways, set like mail servers, and their page; the heading of the operator's items about mail is about SMS too.

create table sms_gateways (like smtp_settings including all excluding indexes, primary key (id));
create unique index sms_gateways_key on sms_gateways (lower(key));
create unique index sms_gateways_one_default on sms_gateways (is_default) where is_default;

call watch_table('sms_gateways', true);
update table_settings set is_sync = true where name = 'sms_gateways';

insert into pages (id, name, s_ref, only_sys, is_system, may) values
  ('00000000-0000-7000-8000-000000006801', 'SMS gateways', '/app/system/sms/gateways', true, true, 'sys');

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order") values
  ('00000000-0000-7000-8000-000000006851', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000006801', 'SMS gateways', 'fa fa-comment', false, true, 225);

update menu_items set name = 'Mail and SMS' where id = '00000000-0000-7000-8000-000000006751' and name = 'Mail';
