-- The page of the legal texts, in the menu of the operator; open lists follow what others publish.

insert into pages (id, name, s_ref, is_system, only_sys, may) values
  ('00000000-0000-7000-8000-000000005001', 'Legal texts', '/app/system/legal-texts', true, true, 'sys');

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order") values
  ('00000000-0000-7000-8000-000000005051', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000005001', 'Legal texts', 'fa fa-file-text', false, true, 257);

update table_settings set is_sync = true where name = 'legal_texts';
