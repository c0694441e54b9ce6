// Tests that SMS of campaigns wait for the end of the quiet hours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { buildBusiness, buildCampaign, buildContact } from '#server/testing/build.ts';
import { testApp } from '#server/testing/test-app.ts';
import { afterQuietHours } from './queue-sms.ts';
import { runCampaigns } from './run-campaigns.ts';

test('an SMS of a campaign waits for the end of the quiet hours, also where the clocks change', () => {
  const night = { quietFrom: 21, quietUntil: 8 };
  const zone = 'Europe/Riga';
  for (const [at, expected, quiet] of [
    ['2026-03-02T00:00+02:00[Europe/Riga]', '2026-03-02T08:00+02:00[Europe/Riga]', night],
    ['2026-03-02T21:00+02:00[Europe/Riga]', '2026-03-03T08:00+02:00[Europe/Riga]', night],
    ['2026-03-02T08:00+02:00[Europe/Riga]', '2026-03-02T08:00+02:00[Europe/Riga]', night],
    ['2026-03-02T20:59+02:00[Europe/Riga]', '2026-03-02T20:59+02:00[Europe/Riga]', night],
    ['2026-03-28T23:00+02:00[Europe/Riga]', '2026-03-29T08:00+03:00[Europe/Riga]', night],
    ['2026-03-02T13:30+02:00[Europe/Riga]', '2026-03-02T15:00+02:00[Europe/Riga]', { quietFrom: 13, quietUntil: 15 }],
    ['2026-03-02T03:00+02:00[Europe/Riga]', '2026-03-02T03:00+02:00[Europe/Riga]', { quietFrom: 0, quietUntil: 0 }],
  ] as const) {
    const due = afterQuietHours(Temporal.ZonedDateTime.from(at).toInstant(), zone, quiet);
    assert.equal(String(due), String(Temporal.ZonedDateTime.from(expected).toInstant()), at);
  }
});

test('an SMS is not queued at night for a campaign whose period ends before the morning', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const { write } = app.database;
  await write
    .updateTable('companies')
    .set({ country: 'Latvia', smsCountries: ['LV'] })
    .execute();
  const { id: contactId } = await buildContact(app, company, { name: 'Mara', phoneNumber: '+37120000001' });
  await write.updateTable('contacts').set({ phoneKey: '+37120000001' }).execute();
  const consent = { companyId: company.id, contactId, channel: 'sms', isGiven: true, source: 'staff' } as const;
  await recordConsent({ ...app, db: write }, { ...consent, userId: null, shownText: '' });
  const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime('Europe/Riga').toInstant();
  const periodStart = at('2026-03-01T00:00');
  const { id } = await buildCampaign(app, company, {
    ...{ medium: 'sms', timeZone: 'Europe/Riga', periodStart, periodEnd: at('2026-03-03T00:00') },
  });
  await write.updateTable('campaigns').set({ started: true }).where('id', '=', id).execute();
  app.clock.set(at('2026-03-02T21:30').toString());
  const dueTimes = async () => {
    await runCampaigns(app, { duration: 0 });
    const rows = await write.selectFrom('deliveries').select('dueAt').where('medium', '=', 'sms').execute();
    return rows.map(({ dueAt }) => String(dueAt));
  };
  assert.deepEqual(await dueTimes(), []);
  await write
    .updateTable('campaigns')
    .set({ periodEnd: at('2026-03-04T00:00') })
    .where('id', '=', id)
    .execute();
  assert.deepEqual(await dueTimes(), [String(at('2026-03-03T08:00'))]);
});
