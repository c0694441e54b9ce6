-- What every installation has from the start. The ids are fixed, so that code can name them (server/lib/sql/first-data.ts).

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
  (2, 'House', 'Several places and a larger team: all of Studio, with reports, campaigns and devices.', 25, 10, 29.00, 0.0500);

-- Only what can be opened: a page and its item come with the feature.
insert into pages (id, name, s_ref, is_system) values
  ('00000000-0000-7000-8000-000000000301', 'Home', '/app/home', true),
  ('00000000-0000-7000-8000-000000000302', 'Calendars', '/app/user/calendars', true);

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order", may) values
  ('00000000-0000-0000-0000-000000000000', null, null, 'Menu', 'fa fa-bars', true, true, 0, 'user');
insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order", may) values
  ('00000000-0000-7000-8000-000000000401', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000000301', 'Home', 'fa fa-home', false, true, 0, 'user'),
  ('00000000-0000-7000-8000-000000000402', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000000302', 'Calendars', 'fa fa-calendar', false, true, 1, 'user');

insert into legal_texts (kind, language, version, html) values
('terms', 'en', 1, $html$<h2>What this service does</h2>
<p>This site shows people and businesses that take appointments, and lets you book a time with them. The appointment itself is an agreement between you and the business you book with; whoever runs this site is not a party to it.</p>
<h2>Booking a time</h2>
<ul>
<li>A time you choose is held for you for a short while. It is yours once you confirm it by the link in the e-mail we send you.</li>
<li>Give an e-mail address and a phone number at which you can be reached. Do not book in somebody else's name without their consent.</li>
<li>If you cannot come, cancel by the same link, as early as you can. The business may have its own rules for late cancellations and will tell you about them.</li>
<li>Prices shown are those the business states, in euro unless it says otherwise. You pay the business, not this site.</li>
</ul>
<h2>Accounts of businesses</h2>
<ul>
<li>You are responsible for what you publish and for what is done with your account. Keep your password to yourself.</li>
<li>Publish only what is true and what you have the right to publish, and keep your opening hours and prices up to date.</li>
<li>Use the contact details of your customers only for the appointments they made, and for messages they agreed to.</li>
</ul>
<h2>What is not allowed</h2>
<p>Booking times you do not mean to keep, sending advertising nobody asked for, reading the site by machine at the expense of others, or trying to reach data that is not yours. Whoever does so may be shut out.</p>
<h2>Availability and liability</h2>
<p>We run the service with care but cannot promise that it is always reachable or free of errors. We are liable as the law prescribes for intent and gross negligence, and for harm to life, body and health; beyond that, only for the breach of duties without which the service would make no sense.</p>
<h2>Changes</h2>
<p>If these terms change, the new version is shown here, and account holders are asked to agree to it when they sign in.</p>$html$),
('privacy', 'en', 1, $html$<h2>Who is responsible</h2>
<p>This site is run by its operator, who decides how it is set up. The business you book with is responsible for what it does with your appointment. Write to either of them with any question about your data.</p>
<h2>What is kept, and why</h2>
<ul>
<li><strong>When you book:</strong> your name, e-mail address, phone number if you give one, the time, the service and what you write. It is needed to hold the time, to reach you and to remind you.</li>
<li><strong>When you have an account:</strong> your name, sign-in address, a hash of your password (never the password itself), your settings, and the browsers you are signed in with.</li>
<li><strong>When you write to us:</strong> your message, and your name and address if you leave them.</li>
<li><strong>When you visit:</strong> technical records such as the network address and the time of a request, so that faults and misuse can be found. Visits to banners are counted, not who made them.</li>
</ul>
<h2>Who sees it</h2>
<p>The business you book with and, as far as it is needed to run the site, its operator. Nothing is sold. Messages are handed to the mail or SMS provider that delivers them. Other visitors see only that a time is taken, never by whom. The map may load its images from a map service, which then sees your network address.</p>
<h2>How long</h2>
<p>A time that is held but never confirmed is removed after a short while. Appointments are kept as long as the business needs them or the law demands it. Sign-ins end after 24 hours, or 30 days if you asked to be remembered.</p>
<h2>Your rights</h2>
<p>You may ask what is kept about you, have it corrected, erased or handed over, object to its use, and complain to your data protection authority.</p>$html$),
('cookies', 'en', 1, $html$<h2>Only what is needed</h2>
<p>This site sets no advertising or tracking cookies. It uses these:</p>
<ul>
<li><strong>Sign-in:</strong> a random value that keeps you signed in, until the browser closes or, if you asked for it, for 30 days.</li>
<li><strong>Language:</strong> the language you chose.</li>
<li><strong>Notice:</strong> that you have read the cookie notice, for 365 days.</li>
</ul>
<p>You can delete cookies in your browser at any time; you will then be signed out and see the notice again.</p>$html$);
