// Adds an account of outside calendars, and signs in again at one.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import { maxOutsideAccounts, type OutsideAccount, type outsideCalendars } from '#contract/links/outside.ts';
import { uncheckedKey } from '#i18n/keys.ts';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import { whyFailed } from '#server/links/outside/client/why-failed.ts';
import { askForRounds } from '#server/links/outside/rounds/ask-for-rounds.ts';
import { isOwnAccount, type Owner, ownCalendarOf, readOutsideAccount } from '#server/links/outside/store.ts';
import { type OutsideAccess, openAccess, sealAccess } from './account-secret.ts';
import { type Discovered, discover } from './discover.ts';
import { canBeEntered, outsideAddress } from './outside-address.ts';

/**
 * Returns the account with its calendars; one that is alone is read. Throws 417 with the reason when the server cannot
 * be read, with `LeadsTo` when its calendars are on another one, and for a person with `maxOutsideAccounts` accounts.
 */
export async function insertAccount(
  context: SignedIn,
  { address, logIn = '', password = '' }: Parsed<typeof outsideCalendars.insert>,
): Promise<OutsideAccount> {
  const { user, config, clock } = context;
  await assertRoom(context.db, user);
  const access = { address: outsideAddress(address).href, logIn, password };
  const found = await discovered(context, access);
  return transaction(context, async (tx) => {
    // Two calls do not pass the limit together.
    const calendarId = await ownCalendarOf(tx, user);
    await sql`select from calendars where company_id = ${user.companyId} and id = ${calendarId} for no key update`.execute(
      tx.db,
    );
    await assertRoom(tx.db, user);
    const id = randomUUIDv7();
    const addresses = [user.logIn, logIn, ...found.ownAddresses].filter((one) => one.includes('@'));
    await sql`
      insert into outside_accounts (company_id, id, calendar_id, provider, address, log_in, secret, own_addresses, created_at)
      values (${user.companyId}, ${id}, ${calendarId}, ${found.provider}, ${shownAddress(found)}, ${logIn},
        ${sealAccess(config, id, { ...access, address: found.address })},
        ${[...new Set(addresses.map((one) => one.toLowerCase()))].slice(0, 10)}, ${clock.now()})`.execute(tx.db);
    await addCalendars(tx, { id, calendarId }, found);
    await audit(tx, 'Added an outside calendar');
    return readOutsideAccount(tx, id);
  });
}

/** Throws 404 for an account of another person, and 417 as `insertAccount` does when the server cannot be read. */
export async function signInAgain(
  context: SignedIn,
  { id, address, logIn = '', password = '' }: Parsed<typeof outsideCalendars.signIn>,
): Promise<OutsideAccount> {
  const { user, config, db } = context;
  const { rows } = await sql<{ address: string; secret: Buffer | null }>`
    select a.address, a.secret from outside_accounts a where a.id = ${id} and ${isOwnAccount(user)}`.execute(db);
  const [account] = rows;
  if (!account) throw notFound();
  const known = address ?? knownAddress(context, id, account);
  const access = { address: outsideAddress(known).href, logIn, password };
  const found = await discovered(context, access);
  return transaction(context, async (tx) => {
    const { rows: changed } = await sql<{ calendarId: string }>`
      update outside_accounts a set state = 'ok', log_in = ${logIn}, address = ${shownAddress(found)},
        provider = ${found.provider}, secret = ${sealAccess(config, id, { ...access, address: found.address })}
      where a.id = ${id} and ${isOwnAccount(user)} returning a.calendar_id`.execute(tx.db);
    const [one] = changed;
    if (!one) throw notFound();
    await addCalendars(tx, { id, calendarId: one.calendarId }, found);
    await audit(tx, 'Signed in at an outside calendar');
    return readOutsideAccount(tx, id);
  });
}

function knownAddress(
  { config }: SignedIn,
  id: string,
  { address, secret }: { address: string; secret: Buffer | null },
): string {
  try {
    return secret ? openAccess(config, id, secret).address : address;
  } catch {
    // Sealed with a key that is lost.
    return address;
  }
}

/** Of an .ics file the host alone. */
function shownAddress({ provider, address }: Discovered): string {
  return provider === 'ics' ? `${new URL(address).origin}/` : address;
}

async function discovered(context: SignedIn, access: OutsideAccess): Promise<Discovered> {
  await throttle(context, { action: 'read outside', subject: context.user.id, max: 60, minutes: 60 });
  try {
    const found = await discover(context, access);
    if (found.calendars.length > 0) return found;
  } catch (error) {
    const { reason, status = 0, leadsTo } = whyFailed(error);
    if (reason === 'internal') throw error;
    if (leadsTo && canBeEntered(leadsTo, context.config.privateHosts)) throw isElsewhere(leadsTo);
    const isAboutPassword = reason === 'signIn' || reason === 'otherSignIn';
    throw invalid(isAboutPassword ? 'Password' : 'Address', uncheckedKey(`outside.why.${reason}`), { status });
  }
  throw invalid('Address', 'outside.none');
}

/** The password goes to that server once the person has entered its address. */
function isElsewhere(leadsTo: URL): Refusal {
  const code = 'outside.otherHost';
  return new Refusal(417, code, {
    complaints: [{ key: 'Address', code, params: { host: leadsTo.host } }],
    details: { LeadsTo: leadsTo.href },
  });
}

async function assertRoom(db: Db, user: Owner): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outside_accounts a where ${isOwnAccount(user)}`.execute(db);
  if ((rows[0]?.count ?? 0) >= maxOutsideAccounts) {
    throw invalid('Address', 'outside.tooMany', { count: maxOutsideAccounts });
  }
}

/** Calendars that are known keep their settings. */
async function addCalendars(
  context: SignedIn,
  { id, calendarId }: { id: string; calendarId: string },
  { calendars }: Discovered,
): Promise<void> {
  const { companyId } = context.user;
  for (const { href, name } of calendars) {
    await sql`
      insert into outside_calendars (company_id, id, account_id, calendar_id, href, name, reads)
      values (${companyId}, ${randomUUIDv7()}, ${id}, ${calendarId}, ${href}, ${name.slice(0, 200)}, ${calendars.length === 1})
      on conflict (company_id, account_id, href) do update set name = excluded.name`.execute(context.db);
  }
  await askForRounds(context, { companyId, accountId: id });
}
