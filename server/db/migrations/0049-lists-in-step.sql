-- More tables that can be watched, and lists that administrators share kept in step from the beginning.

call watch_table('smtp_settings', true);
call watch_table('email_templates', true);
call watch_table('message_templates', true);
call watch_table('jobs', false);

-- They change by people's hands, now and then; a notice of each costs nothing.
update table_settings set is_sync = true where name in ('actions', 'banners', 'companies', 'email_templates', 'files', 'groups', 'jobs',
  'languages', 'locations', 'menu_items', 'message_templates', 'pages', 'settings', 'smtp_settings');
