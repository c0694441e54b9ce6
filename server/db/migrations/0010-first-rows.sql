-- The rows of every new installation. Their ids are fixed, so that code can name them (server/lib/sql/first-data.ts).

insert into languages (id, key, name, cultures, locales, is_system, is_default) values
  ('00000000-0000-7000-8000-000000000101', 'en', 'English', 'en-GB,en-US', 'en-GB', true, true),
  ('00000000-0000-7000-8000-000000000102', 'de', 'Deutsch', 'de-DE,de-AT,de-CH', 'de-DE', false, false),
  ('00000000-0000-7000-8000-000000000103', 'fr', 'Français', 'fr-FR,fr-BE,fr-CH', 'fr-FR', false, false),
  ('00000000-0000-7000-8000-000000000104', 'es', 'Español', 'es-ES,es-MX', 'es-ES', false, false),
  ('00000000-0000-7000-8000-000000000105', 'lv', 'Latviešu', 'lv-LV', 'lv-LV', false, false),
  ('00000000-0000-7000-8000-000000000106', 'lt', 'Lietuvių', 'lt-LT', 'lt-LT', false, false);

insert into actions (id, name, description, is_system, only_sys) values
  ('00000000-0000-7000-8000-000000000201', 'user', 'Own account, calendar, reminders and contacts.', true, false),
  ('00000000-0000-7000-8000-000000000202', 'lcladmin', 'Calendars, devices and incomes of the locations granted.', true, false),
  ('00000000-0000-7000-8000-000000000203', 'admin', 'Everything of the own company.', true, false),
  ('00000000-0000-7000-8000-000000000204', 'sys', 'Everything of every company, and the system itself.', true, true);

insert into plans (number, name, description, max_users, max_locations, monthly_cost, sms_cost) values
  (1, 'Studio', 'One place and a small team: public profiles, calendars, online booking, e-mail reminders.', 3, 1, 9.00, 0.0600),
  (2, 'House', 'Several places and a larger team: all of Studio, for up to ten places.', 25, 10, 29.00, 0.0500);

insert into settings (key, value, type, "group") values
  ('registration.open', 'true', 'boolean', 'Registration'),
  ('files.maxMegabytes', '20', 'number', 'Files'),
  ('images.maxMegabytes', '10', 'number', 'Files');

-- The first legal texts. Operators publish later versions in the product.
insert into legal_texts (kind, language, version, html) values
  ('terms', 'en', 1, file_text('site/legal-texts/first-texts/terms.en.html')),
  ('privacy', 'en', 1, file_text('site/legal-texts/first-texts/privacy.en.html')),
  ('cookies', 'en', 1, file_text('site/legal-texts/first-texts/cookies.en.html')),
  ('terms', 'de', 1, file_text('site/legal-texts/first-texts/terms.de.html')),
  ('privacy', 'de', 1, file_text('site/legal-texts/first-texts/privacy.de.html')),
  ('cookies', 'de', 1, file_text('site/legal-texts/first-texts/cookies.de.html')),
  ('terms', 'fr', 1, file_text('site/legal-texts/first-texts/terms.fr.html')),
  ('privacy', 'fr', 1, file_text('site/legal-texts/first-texts/privacy.fr.html')),
  ('cookies', 'fr', 1, file_text('site/legal-texts/first-texts/cookies.fr.html')),
  ('terms', 'es', 1, file_text('site/legal-texts/first-texts/terms.es.html')),
  ('privacy', 'es', 1, file_text('site/legal-texts/first-texts/privacy.es.html')),
  ('cookies', 'es', 1, file_text('site/legal-texts/first-texts/cookies.es.html')),
  ('terms', 'lv', 1, file_text('site/legal-texts/first-texts/terms.lv.html')),
  ('privacy', 'lv', 1, file_text('site/legal-texts/first-texts/privacy.lv.html')),
  ('cookies', 'lv', 1, file_text('site/legal-texts/first-texts/cookies.lv.html')),
  ('terms', 'lt', 1, file_text('site/legal-texts/first-texts/terms.lt.html')),
  ('privacy', 'lt', 1, file_text('site/legal-texts/first-texts/privacy.lt.html')),
  ('cookies', 'lt', 1, file_text('site/legal-texts/first-texts/cookies.lt.html'));

-- The seller, the accounts of the ledger, and the series of invoices and credit notes.
insert into seller (id) values ('00000000-0000-7000-8000-000000000021');

insert into accounts (key, kind) values
  ('bank', 'asset'), -- Paid in and out.
  ('receivables', 'asset'), -- Owed by companies.
  ('deposits', 'liability'), -- Paid in by companies and not used.
  ('usage', 'income'), -- Used from deposits.
  ('opening', 'equity'), -- Balances from before the ledger.
  ('sales', 'income'), -- Invoiced, without VAT.
  ('vat', 'liability'), -- VAT of invoices.
  ('rounding', 'income'); -- Parts of cents between uses and their invoice.

insert into invoice_series (series) values ('INV'), ('CN');

-- The watched tables. This comes after the rows above, which the data audit need not record.
do $$
declare name text;
begin
  -- Rights, and the set-up of the installation and its companies: people change them now and then, and lists of them
  -- stay in step.
  foreach name in array array[
    'languages', 'companies', 'locations', 'employees', 'employee_locations', 'actions', 'pages', 'menu_items',
    'groups', 'group_actions', 'group_pages', 'user_actions', 'user_groups', 'user_pages', 'service_categories',
    'services', 'service_people', 'smtp_settings', 'sms_gateways', 'message_templates', 'email_templates',
    'sms_templates', 'bounce_mailboxes', 'campaigns', 'company_terms', 'payments', 'billing_profiles', 'banners',
    'legal_texts', 'settings']
  loop call watch_table(name, audited => true, published => true); end loop;
  -- Audited only.
  foreach name in array array[
    'plans', 'users', 'receipts', 'seller', 'estimates']
  loop call watch_table(name, audited => true, published => false); end loop;
  -- Published only.
  foreach name in array array[
    'files', 'contacts', 'invoices', 'invoice_settlements', 'book_runs', 'feedback', 'jobs', 'backups', 'restores']
  loop call watch_table(name, audited => false, published => true); end loop;
  -- Changed all day long; operators turn on the ones that they want to know.
  foreach name in array array[
    'geolocations', 'profile_pictures', 'calendars', 'opening_hours', 'breaks', 'date_overrides', 'events', 'visits',
    'visit_parts']
  loop call watch_table(name, audited => false, published => false); end loop;
end $$;
