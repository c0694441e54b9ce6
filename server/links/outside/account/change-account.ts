// Changes an account of outside calendars: on and off, its own addresses, reading at once, and its end.
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { outsideCalendars } from '#contract/links/outside.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { askForRounds } from '#server/links/outside/rounds/ask-for-rounds.ts';
import { dropTimes } from '#server/links/outside/rounds/drop-times.ts';
import { isOwnAccount } from '#server/links/outside/store.ts';
import { noWriteFailure } from '#server/links/outside/write/no-failure.ts';

/** Throws 404 for an account of another person, unless an administrator switches it off. */
export async function switchAccount(
  context: SignedIn,
  { id, isOn }: Parsed<typeof outsideCalendars.switch>,
): Promise<undefined> {
  const { db, user } = context;
  const mayEnd = !isOn && user.actions.includes('admin') ? sql`a.company_id = ${user.companyId}` : isOwnAccount(user);
  const { rows } = await sql<{ calendarId: string; userName: string; userId: string }>`
    update outside_accounts a set state = ${
      isOn ? sql`case when a.secret is null then 'signIn' when a.state = 'off' then 'ok' else a.state end` : 'off'
    }
    from calendars owned, users u
    where a.id = ${id} and owned.company_id = a.company_id and owned.id = a.calendar_id and u.id = owned.user_id and ${mayEnd}
    returning a.calendar_id, u.id as user_id, u.log_in as user_name`.execute(db);
  const [account] = rows;
  if (!account) throw notFound();
  const { calendarId, userId, userName } = account;
  if (isOn) await askForRounds(context, { companyId: user.companyId, accountId: id });
  else {
    await dropTimes(context, { companyId: user.companyId, calendarId, ids: await calendarsOf(context, id) });
    await sql`
      update outside_calendars set ${noWriteFailure}
      where company_id = ${user.companyId} and account_id = ${id}`.execute(db);
  }
  const about = { userId, userName, companyId: user.companyId };
  await audit(context, `Switched an outside calendar ${isOn ? 'on' : 'off'}`, about);
}

/** Throws 404 for an account of another person. */
export async function deleteOutsideAccount(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  const { db, user } = context;
  const calendarId = await findOwnAccount(context, id);
  await dropTimes(context, { companyId: user.companyId, calendarId, ids: await calendarsOf(context, id) });
  await sql`delete from outside_accounts a where a.id = ${id} and ${isOwnAccount(user)}`.execute(db);
  await audit(context, 'Deleted an outside calendar');
}

/** Reads all objects again: they are stored without what others are invited with. Throws 404 as the others do. */
export async function setOwnAddresses(
  context: SignedIn,
  { id, ownAddresses }: Parsed<typeof outsideCalendars.setOwnAddresses>,
): Promise<undefined> {
  const { db, user } = context;
  await findOwnAccount(context, id);
  const addresses = [...new Set(ownAddresses.map((address) => address.toLowerCase()).filter(Boolean))];
  await sql`update outside_accounts a set own_addresses = ${addresses} where a.id = ${id} and ${isOwnAccount(user)}`.execute(
    db,
  );
  await sql`update outside_calendars set change_token = null, change_tag = null
    where company_id = ${user.companyId} and account_id = ${id}`.execute(db);
  await sql`update outside_objects o set etag = '' from outside_calendars c
    where c.company_id = ${user.companyId} and c.account_id = ${id}
      and o.company_id = c.company_id and o.outside_calendar_id = c.id`.execute(db);
  await askForRounds(context, { companyId: user.companyId, accountId: id });
}

/** Throws 404 for an account of another person. */
export async function syncNow(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  await findOwnAccount(context, id);
  await askForRounds(context, { companyId: context.user.companyId, accountId: id });
}

/** Returns the calendar in Daybook. */
async function findOwnAccount({ db, user }: SignedIn, id: string): Promise<string> {
  const { rows } = await sql<{ calendarId: string }>`
    select a.calendar_id from outside_accounts a where a.id = ${id} and ${isOwnAccount(user)} for no key update`.execute(
    db,
  );
  const [account] = rows;
  if (!account) throw notFound();
  return account.calendarId;
}

async function calendarsOf({ db, user }: SignedIn, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from outside_calendars where company_id = ${user.companyId} and account_id = ${accountId} order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
