-- The page of what visitors and users have told us, in the menu of the operator.

insert into pages (id, name, s_ref, is_system, only_sys, may) values
  ('00000000-0000-7000-8000-000000006401', 'Feedback', '/app/system/feedback', true, true, 'sys');

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order") values
  ('00000000-0000-7000-8000-000000006451', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000006401', 'Feedback', 'fa fa-comment', false, true, 258);

-- Whoever gave it may be looked for when his account goes.
create index feedback_user on feedback (user_id) where user_id is not null;
drop index feedback_created;
create index feedback_created on feedback (created_at desc, id desc);

call watch_table('feedback', false);
update table_settings set is_sync = true where name = 'feedback';
