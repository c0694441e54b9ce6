// Loads the demo: four companies in four time zones, with people to book, customers, and calendars around the present.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { hashPassword } from '#server/identity/passwords/password.ts';
import type { Services } from '#server/lib/context.ts';
import { withoutTriggers } from './add-history.ts';
import { addBounceMailbox } from './add-problems.ts';
import { addGateway, addSms } from './add-sms.ts';
import { berlin } from './berlin.ts';
import type { DemoCompany } from './company.ts';
import { demoMarker, demoPassword, hasDemo } from './has-demo.ts';
import { addAnnouncement } from './load-announcements.ts';
import { addBackups } from './load-backups.ts';
import { addBanners } from './load-banners.ts';
import { addCampaigns } from './load-campaigns.ts';
import { addDemoCompany } from './load-company.ts';
import { addInvoices } from './load-invoices.ts';
import { addBuyer, addPayments, addSeller } from './load-payments.ts';
import { addPrinters } from './load-printers.ts';
import { addSmsCampaign } from './load-sms-campaign.ts';
import { addTill } from './load-till.ts';
import { melbourne } from './melbourne.ts';
import { newYork } from './new-york.ts';
import { planTerms } from './plan-terms.ts';
import { riga } from './riga.ts';

/** In the order of their numbers in design and tests: company one, company two, … */
export const demoCompanies: readonly DemoCompany[] = [riga, berlin, newYork, melbourne];

/** The sign-in names of the demo, printed at the start. */
export const demoSignIns: readonly string[] = demoCompanies
  .flatMap((company) => company.people.map((person) => person.logIn ?? ''))
  .filter(Boolean);

/** Companies with printed sign-ins have twelve months of figures: more would delay the first start. */
const companiesWithHistory = 2;

/**
 * Loads the demo once: later calls, also of other processes at the same time, do nothing. All of it or nothing. Without
 * its months of history, for tests of other things, it takes a third of the time.
 */
export async function loadDemo(services: Services, { hasHistory = true } = {}): Promise<void> {
  if (await hasDemo(services)) return;
  const passwordHash = await hashPassword(demoPassword);
  await transaction({ ...services, db: services.database.write }, async (context) => {
    await waitForTurn(context.db);
    if (!(await mark(context.db, context.clock.now()))) return;
    await addSeller(context);
    await addBounceMailbox(context);
    const payers: string[] = [];
    await withoutTriggers(context.db, async () => {
      for (const [index, company] of demoCompanies.entries()) {
        const companyId = await addDemoCompany(context, company, {
          passwordHash,
          seed: index + 1,
          hasHistory: hasHistory && index < companiesWithHistory,
        });
        // The last company has not paid anything yet.
        if (index < demoCompanies.length - 1) {
          await addBuyer(context, companyId, index);
          await addPayments(context, companyId, index);
          payers.push(companyId);
        }
        if (index === 0) await planTerms(context, companyId);
        await addSms(context, company, companyId);
        if (index === 0) {
          await addCampaigns(context, companyId);
          await addSmsCampaign(context, companyId);
        }
        if (index === 0) await addBackups(context, companyId);
      }
    });
    if (payers[0]) {
      await addPrinters(context, payers[0]);
      await addTill(context, payers[0], 'LV');
    }
    await addGateway(context);
    if (hasHistory) await addInvoices(context, payers);
    await addBanners(context);
    await addAnnouncement(context);
  });
}

/** Any number; the process that holds this lock loads. */
const loadLock = 4_027_011;

/** Asks again and again: on a busy machine, loading takes longer than a statement may wait. */
async function waitForTurn(db: Kysely<Schema>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_xact_lock(${loadLock}) as is_ours`.execute(
      db,
    );
    if (rows[0]?.isOurs) return;
    await sleep(200);
  }
}

/** False when another process was first; its transaction has then ended. */
async function mark(db: Kysely<Schema>, now: Temporal.Instant): Promise<boolean> {
  const marked = await db
    .insertInto('settings')
    .values({ key: demoMarker, value: now.toString(), type: 'text', group: 'demo' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return marked !== undefined;
}
