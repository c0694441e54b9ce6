-- Lists of who may do what are kept in step: who turns switches sees what others turn.

update table_settings set is_sync = true where name in ('employees', 'employee_locations', 'user_actions', 'user_groups', 'user_pages',
  'group_actions', 'group_pages');
