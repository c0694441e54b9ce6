-- The page of one's own account.

insert into pages (id, name, s_ref, is_system) values
  ('00000000-0000-7000-8000-000000000320', 'My account', '/app/user/my-account', true);

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order", may) values
  ('00000000-0000-7000-8000-000000000420', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000000320', 'My account', 'fa fa-user', false, true, 5, 'user');
