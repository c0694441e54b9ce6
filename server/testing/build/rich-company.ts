// A company with something in each table of a backup.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { TestApp } from '#server/testing/test-app.ts';
import { buildBusiness, buildEmployee } from './business.ts';
import { buildContact } from './contact.ts';
import { buildFeed } from './feed.ts';
import { buildFile } from './file.ts';
import { buildInvoice, buildPayment } from './invoices.ts';
import { buildMail } from './mail.ts';
import { buildOutsideAccount } from './outside-account.ts';
import { buildProduct, buildTill } from './till.ts';
import { buildEvent, buildService } from './visits.ts';

/** The bytes of the damaged file: its row describes others. */
export const damagedBytes = Buffer.from('cut');

/** Its administrator is `rosa@salon.example`. One of its files is lost, and another one is damaged. */
export async function richCompany(app: TestApp) {
  const business = await buildBusiness(app, {
    actions: ['user', 'admin'],
    logIn: 'rosa@salon.example',
    language: 'lv',
  });
  const { company, location, employee } = business;
  const { companyId } = employee;
  const { write } = app.database;
  const colleague = await buildEmployee(app, location, { logIn: 'ilze@salon.example', profession: 'Colourist' });
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  const picture = await buildFile(app, company, {
    bytes,
    mimeType: 'image/webp',
    name: 'portrait.webp',
    isPublic: true,
  });
  const [lost, damaged] = [
    await buildFile(app, company, { name: 'lost.txt' }),
    await buildFile(app, company, { name: 'lost.txt' }),
  ];
  await app.files.remove(lost.id);
  await app.files.put(damaged.id, damagedBytes);
  await sql`update employees set picture_id = ${picture.id} where user_id = ${colleague.userId}`.execute(write);
  await sql`update companies set logo_id = ${picture.id}, sms_per_day = 9999, reminder_leads = '{48}' where id = ${companyId}`.execute(
    write,
  );
  await sql`insert into profile_pictures values (${companyId}, ${colleague.userId}, ${picture.id}, 1)`.execute(write);
  await sql`insert into estimates (company_id, id, day, location_id, user_id, amount, updated_at) values
    (${companyId}, ${randomUUIDv7()}, '2026-03-01', ${location.id}, ${colleague.userId}, 80, now()),
    (${companyId}, ${randomUUIDv7()}, '2026-03-01', ${location.id}, null, 300.5, now())`.execute(write);
  await sql`insert into backup_schedules values (${companyId}, 'weekly', 3, now())`.execute(write);
  const service = await buildService(app, employee, { name: 'Haircut', price: 25 });
  const customer = await buildContact(app, employee, { name: 'Māra "O\\zola"\n', eMail: 'mara@customer.example' });
  const merged = await buildContact(app, employee, { name: 'Mara' });
  await sql`update contacts set merged_into = ${customer.id} where id = ${merged.id}`.execute(write);
  for (const tag of ['regular', 'dog']) {
    await sql`insert into contact_tags values (${companyId}, ${customer.id}, ${tag})`.execute(write);
  }
  await sql`insert into consents (company_id, id, contact_id, channel, is_given, source, user_id, created_at, proved_at)
    values (${companyId}, ${randomUUIDv7()}, ${customer.id}, 'email', true, 'staff', ${employee.userId}, now(), null)`.execute(
    write,
  );
  await sql`insert into suppressions (address, evidence, reason, company_id, medium)
    values ('gone@customer.example', '550', 'bounce', ${companyId}, 'mail')`.execute(write);
  for (const [index, who] of [employee, colleague].entries()) {
    const start = app.clock.now().subtract({ hours: 24 * (3 + index) });
    await buildEvent(app, who, { start, name: 'Māra', contactId: customer.id, serviceId: service.id });
    await buildEvent(app, who, {
      start: app.clock.now().add({ hours: 30 + index }),
      name: 'Māra',
      contactId: customer.id,
    });
  }
  const visit = await write.selectFrom('visits').select(['id', 'day']).orderBy('day').executeTakeFirstOrThrow();
  const [paid, back] = [randomUUIDv7(), randomUUIDv7()];
  // The refund has the smaller id, so it comes first.
  await sql`insert into receipts (company_id, id, visit_id, location_id, day, amount, refunds_id, device_number, user_id, created_at)
    values (${companyId}, ${paid}, ${visit.id}, ${location.id}, ${visit.day}, 25, null, 'A 2', ${employee.userId}, now()),
      (${companyId}, ${back}, ${visit.id}, ${location.id}, ${visit.day}, -25, ${paid}, null, ${employee.userId}, now())`.execute(
    write,
  );
  await sql`insert into receipt_payments (company_id, receipt_id, position, method, amount, given, change)
    values (${companyId}, ${paid}, 0, 'cash', 25, 30, 5), (${companyId}, ${back}, 0, 'cash', -25, null, null)`.execute(
    write,
  );
  const mail = await buildMail(app, { companyId, subject: 'Confirmed', state: 'sent' });
  await sql`update deliveries set settled_at = created_at`.execute(write);
  await buildMail(app, { companyId, subject: 'Waits', state: 'queued' });
  const problem = { companyId, state: 'failed', reason: 'bounced', settledAt: app.clock.now() };
  const [settled, open] = [await buildMail(app, problem), await buildMail(app, problem)];
  await sql`update deliveries set given_up_at = case id when ${settled} then now() end, notified_at = now()
    where id = any(${[settled, open]}::uuid[])`.execute(write);
  const campaign = randomUUIDv7();
  await sql`insert into campaigns (company_id, id, medium, name, period_start, period_end, started, user_id, created_at)
    values (${companyId}, ${campaign}, 'mail', 'Spring', now(), now() + interval '1 day', true, ${employee.userId}, now())`.execute(
    write,
  );
  await sql`insert into campaign_links values (${companyId}, ${campaign}, 1, 'https://salon.example')`.execute(write);
  await sql`insert into email_templates (id, company_id, key, language, subject, body, changed_at)
    values (${randomUUIDv7()}, ${companyId}, 'confirmed', 'en', 'Hello', 'Come', now())`.execute(write);
  const ids = { customer: customer.id, merged: merged.id, visit: visit.id };
  await insertTheRest(app, { companyId, locationId: location.id, campaign, paid, back, mail, ...ids });
  await buildFeed(app, employee);
  await buildOutsideAccount(app, employee);
  await buildPayment(app, company);
  await buildInvoice(app, company);
  return { ...business, colleague, picture };
}

/** A row in each table that the builders leave empty. */
async function insertTheRest(
  app: TestApp,
  {
    companyId,
    locationId,
    ...of
  }: Record<
    'companyId' | 'locationId' | 'campaign' | 'customer' | 'merged' | 'visit' | 'paid' | 'back' | 'mail',
    string
  >,
): Promise<void> {
  const { write } = app.database;
  const { registerId, sessionId } = await buildTill(app, { companyId, locationId });
  const { id: productId } = await buildProduct(app, { companyId });
  const [content, recipient, sms, place, imported, printer, move, option, numbered] = Array.from({ length: 9 }, () =>
    randomUUIDv7(),
  );
  const moved = {
    visits: [of.visit],
    consents: [],
    tags: ['dog'],
    before: { birthday: null },
    after: { birthday: '1990-02-03' },
  };
  const audience = { tags: ['dog'], awayDays: 90 };
  const blocks = [{ kind: 'text', text: '<p>Come</p>' }];
  const notified = {
    status: 'confirmed',
    start: '2026-03-02T09:00:00.000Z',
    end: '2026-03-02T10:00:00.000Z',
    calendars: null,
  };
  const statements = [
    sql`insert into geolocations (company_id, id, name, line_address, latitude, longitude)
      values (${companyId}, ${place}, 'Riga', 'Brīvības iela 1', 56.95, 24.1)`,
    sql`update companies set geolocation_id = ${place} where id = ${companyId}`,
    sql`insert into breaks select ${companyId}, ${randomUUIDv7()}, k.id, l.id, 3, '12:00', '13:00'
      from calendars k, locations l where k.company_id = ${companyId} and l.company_id = ${companyId} limit 1`,
    sql`insert into receipt_sellers values (${companyId}, 'Salon SIA', 'Rīga', '40003032949', 'LV40003032949', 'standard')`,
    sql`insert into product_vat_rates values (${companyId}, ${productId}, '2026-07-01', 22)`,
    sql`insert into till_moves (company_id, id, session_id, kind, amount, reason, created_at)
      values (${companyId}, ${move}, ${sessionId}, 'in', 50, 'Change', now())`,
    sql`select append_till_entry(${companyId}, ${registerId}, 'move', ${move}, now())`,
    sql`insert into till_device_numbers (company_id, id, receipt_id, previous, number, created_at)
      values (${companyId}, ${numbered}, ${of.paid}, 'A 1', 'A 2', now())`,
    sql`select append_till_entry(${companyId}, ${registerId}, 'number', ${numbered}, now())`,
    sql`update till_sessions set closed_at = now(), counted_cash = 50, z_number = 1, z = till_totals(company_id, id)
      where id = ${sessionId}`,
    sql`update till_registers set last_z = 1 where register_id = ${registerId}`,
    sql`select append_till_entry(${companyId}, ${registerId}, 'closed', ${sessionId}, now())`,
    sql`insert into service_categories values (${companyId}, ${randomUUIDv7()}, 'Hair', 1)`,
    sql`insert into service_vat_rates select company_id, id, '2026-07-01', 22 from services where company_id = ${companyId}`,
    sql`insert into service_options (company_id, id, service_id, kind, name, minutes, price, vat_rate, position)
      select company_id, ${option}, id, 'extra', 'Wash', 10, 5.5, 12, 0 from services where company_id = ${companyId} limit 1`,
    sql`insert into visit_part_options (company_id, visit_id, event_id, position, option_id, kind, name, minutes, price, vat_rate)
      select p.company_id, p.visit_id, p.event_id, 0, ${option}, 'extra', 'Wash', 10, 5.5, 12
      from visit_parts p where p.company_id = ${companyId} limit 1`,
    sql`insert into date_overrides select ${companyId}, ${randomUUIDv7()}, k.id, l.id, '2026-03-08', '10:00', '12:00'
      from calendars k, locations l where k.company_id = ${companyId} and l.company_id = ${companyId} limit 1`,
    sql`insert into outside_times select ${companyId}, k.id, ${randomUUIDv7()}, '2026-03-08T10:00Z', '2026-03-08T12:00Z'
      from calendars k where k.company_id = ${companyId} limit 1`,
    sql`insert into imports (company_id, id, file_name, source, choices, state, done, total, created_at, touched_at)
      values (${companyId}, ${imported}, 'export.ics', 'ics', '{"calendarId":null}', 'done', 1, 1, now(), now())`,
    sql`insert into import_refs (company_id, source, kind, external_id, record_id, import_id, is_added, given_digest, stored_digest)
      values (${companyId}, 'ics', 'appointment', 'a@salon', ${of.visit}, ${imported}, true, 'x', 'y')`,
    sql`insert into devices (company_id, id, kind, location_id, name)
      select ${companyId}, ${printer}, 'printer', id, 'Front desk' from locations where company_id = ${companyId} limit 1`,
    sql`insert into type_printers select ${companyId}, t.id, d.location_id, d.id from listing_types t, devices d
      where t.key = 'appointment' and d.company_id = ${companyId} limit 1`,
    sql`insert into automatic_papers select company_id, location_id, type_id, 'en' from type_printers
      where company_id = ${companyId}`,
    sql`insert into contact_merges (company_id, id, contact_id, merged_id, created_at, moved)
      values (${companyId}, ${randomUUIDv7()}, ${of.customer}, ${of.merged}, now(), ${JSON.stringify(moved)}::jsonb)`,
    sql`update visits set notified = ${JSON.stringify(notified)}::jsonb where id = ${of.visit}`,
    sql`insert into receipt_lines (company_id, receipt_id, position, kind, visit_id, event_id, name, day, quantity, unit_price,
        amount, refunded, ref_receipt_id, ref_position)
      select p.company_id, l.receipt, 1, 'service', p.visit_id, p.event_id, 'Haircut', '2026-03-02', l.quantity, 25,
        l.quantity * 25, case when l.quantity > 0 then 1 else 0 end, l.refers_to, case when l.quantity < 0 then 1 end
      from visit_parts p, (values (${of.paid}::uuid, 1, null::uuid), (${of.back}, -1, ${of.paid})) l (receipt, quantity, refers_to)
      where p.company_id = ${companyId} and p.visit_id = ${of.visit}`,
    sql`insert into message_contents (company_id, id, cause_key, html, created_at)
      values (${companyId}, ${content}, 'campaign', '<p>Hello</p>', now())`,
    sql`update email_messages set content_id = ${content}, fields = '{"name":"Mara"}', headers = '{"Precedence":"bulk"}'
      where id = ${of.mail}`,
    sql`insert into delivery_attempts (id, delivery_id, company_id, answer, created_at, outcome)
      values (${randomUUIDv7()}, ${of.mail}, ${companyId}, '250 taken', now(), 'sent')`,
    sql`insert into deliveries (id, company_id, medium, queue, address, state, due_at, cause_kind, cause_key, settled_at, created_at)
      values (${sms}, ${companyId}, 'sms', 'sms:visit', '+37120000001', 'delivered', now(), 'test', 'reminder', now(), now())`,
    sql`insert into sms_messages (id, company_id, to_sms, subject, message, created_at)
      values (${sms}, ${companyId}, '+37120000001', 'Reminder', 'See you', now())`,
    sql`insert into inbound_messages (id, company_id, from_sms, message, meaning, created_at)
      values (${randomUUIDv7()}, ${companyId}, '+37120000001', 'STOP', 'stop', now())`,
    sql`insert into marketing_settings (company_id, customers_by_mail, declared_at) values (${companyId}, true, now())`,
    sql`update campaigns set audience = ${JSON.stringify(audience)}::jsonb, blocks = ${JSON.stringify(blocks)}::jsonb
      where id = ${of.campaign}`,
    sql`insert into campaign_recipients (company_id, id, campaign_id, contact_id, address, basis, delivery_id, sent_at, day, created_at)
      values (${companyId}, ${recipient}, ${of.campaign}, ${of.customer}, 'mara@customer.example', 'consent', ${of.mail}, now(),
        '2026-03-02', now())`,
    sql`insert into campaign_visits (company_id, id, campaign_id, recipient_id, link, is_person, day, created_at)
      values (${companyId}, ${randomUUIDv7()}, ${of.campaign}, ${recipient}, 1, true, '2026-03-02', now())`,
    sql`insert into sms_templates (id, company_id, key, language, message, changed_at)
      values (${randomUUIDv7()}, ${companyId}, 'reminder', 'en', 'See you', now())`,
    sql`insert into restored_people (company_id, id, log_in, first_name, language, belongings)
      values (${companyId}, ${randomUUIDv7()}, 'anna@salon.example', 'Anna', 'de',
        '{"employees":[{"profession":"Barber","reminder_leads":[24],"reminder_channels":["mail"]}]}')`,
  ];
  for (const statement of statements) await statement.execute(write);
}
