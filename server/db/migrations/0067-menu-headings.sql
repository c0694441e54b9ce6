-- The operator's items under headings, so that nobody reads twenty of them for one. What an operator has moved stays where he put it.

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order")
select id::uuid, '00000000-0000-0000-0000-000000000000', null, name, icon, true, true, "order" from (values
  ('00000000-0000-7000-8000-000000006751', 'Mail', 'fa fa-envelope', 219),
  ('00000000-0000-7000-8000-000000006752', 'Site', 'fa fa-globe', 229),
  ('00000000-0000-7000-8000-000000006753', 'Operation', 'fa fa-cog', 254),
  ('00000000-0000-7000-8000-000000006754', 'Records', 'fa fa-list', 269)
) as headings (id, name, icon, "order");

update menu_items m set "order" = moved.now from (values
  ('User management', 220, 211), ('Feedback', 258, 212), ('Legal texts', 257, 241), ('Menu', 251, 245),
  ('Settings', 255, 256), ('Table settings', 272, 261)
) as moved (name, before, now)
where m.name = moved.name and m."order" = moved.before and m.is_system and not m.is_heading;
