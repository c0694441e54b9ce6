-- The data audit and what it watches, in the menu of the operator.

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order", may) values
  ('00000000-0000-7000-8000-000000001951', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000001901', 'Data audit', 'fa fa-database', false, true, 271, 'sys'),
  ('00000000-0000-7000-8000-000000001952', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000001902', 'Table settings', 'fa fa-table', false, true, 272, 'sys');
