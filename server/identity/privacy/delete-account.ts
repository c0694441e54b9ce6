// Deletes the caller's account. Data that companies must keep (past appointments of their customers, the audit) stays
// without the person's name.
import { type RawBuilder, sql } from 'kysely';
import type { privacy } from '#contract/identity/privacy.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { transaction } from '#server/db/transaction.ts';
import { isUsed } from '#server/files/uses-of-files.ts';
import { assertAdminRemains } from '#server/identity/memberships/assert-admin-remains.ts';
import { dropEmptyCalendars } from '#server/identity/memberships/drop-empty-calendars.ts';
import { verifyPassword } from '#server/identity/passwords/password.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { translate } from '#server/lib/i18n.ts';
import { invalid } from '#server/lib/refusal.ts';
import { cookieName } from '#server/lib/session/session.ts';
import { lockInOrder } from '#server/messaging/outbox/lock-in-order.ts';
import { personalTables } from './personal-tables.ts';

/** Runs in the same transaction before the deletion, for other areas. */
export type BeforeDeletion = (within: SignedIn) => Promise<void>;

/**
 * Notifies customers that their future appointments are cancelled. An account without events in any company is deleted;
 * one with events becomes an empty shell. Throws 417 for a wrong password or confirmation, and for the last
 * administrator of a company or the last operator.
 */
export async function deleteAccount(
  context: SignedIn,
  input: Parsed<typeof privacy.deleteAccount>,
  beforeDeletion: BeforeDeletion,
): Promise<undefined> {
  const { user, database } = context;
  await throttle(context, { action: 'delete account', subject: user.id, max: 10, minutes: 15 });
  if (input.confirmation.toLowerCase() !== user.logIn.toLowerCase())
    throw invalid('Confirmation', 'privacy.notConfirmed');
  const { passwordHash } = await database.read
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  // An account that signs in with another provider has no password.
  if (passwordHash !== null && !(await verifyPassword(input.password, passwordHash))) {
    await audit({ ...context, db: database.write }, 'Deletion of the account refused');
    throw invalid('Password', 'privacy.wrongPassword');
  }
  const pictures = await transaction(context, async (tx) => {
    const { rows } = await sql<{ companyId: string }>`
      select company_id from employees where user_id = ${user.id}`.execute(tx.db);
    let files: string[] = [];
    const eraseAll = async () => {
      await beforeDeletion(tx);
      files = await eraseProfile(tx);
      // Before the name is erased, so that it is erased from this row, too.
      await audit(tx, 'Deleted the account', { userId: null, userName: unnamed, companyId: user.companyId });
      await eraseName(tx);
      await eraseFromRecords(tx);
    };
    await assertAdminRemains(
      tx,
      rows.map(({ companyId }) => companyId),
      eraseAll,
      lastAdminRefusals,
    );
    return files;
  });
  context.cookies.clear(cookieName(context.publicUrl));
  for (const id of pictures) await context.files.remove(id).catch(() => {});
}

const lastAdminRefusals = {
  admin: (company: string) => invalid('Account', 'privacy.lastAdmin', { company }),
  operator: () => invalid('Account', 'privacy.lastSys'),
};

/** Replaces the name in records that outlast the account. */
const unnamed = 'deleted account';

/** Erases public and personal data; returns the files whose bytes must be removed. */
async function eraseProfile(tx: SignedIn): Promise<string[]> {
  const { db, user } = tx;
  const all = async (statement: RawBuilder<unknown>) => (await statement.execute(db)).rows;
  await all(sql`update employees set picture_id = null, profession = '', description = '', phone_number = '',
    url_name = 'deleted-' || user_id, is_profile_public = false, is_calendar_public = false where user_id = ${user.id}`);
  await all(sql`delete from profile_pictures where user_id = ${user.id}`);
  const files = await sql<{ id: string }>`
    delete from files f where f.uploaded_by = ${user.id} and f.mime_type like 'image/%' and not ${isUsed}
    returning f.id`.execute(db);
  for (const { name, columns, goesWithAccount } of await personalTables(db)) {
    if (!goesWithAccount || ['employees', 'calendars', 'user_agreements'].includes(name)) continue;
    const conditions = columns.map((column) => sql`${sql.ref(column)} = ${user.id}`);
    await all(sql`delete from ${sql.table(name)} where ${sql.join(conditions, sql` or `)}`);
  }
  // Calendars and memberships without events need not be kept.
  await dropEmptyCalendars(tx, { userId: user.id });
  await all(sql`delete from employees e where e.user_id = ${user.id} and not exists (
    select from calendars k join events v on v.company_id = k.company_id and v.calendar_id = k.id
    where k.company_id = e.company_id and k.user_id = e.user_id)`);
  for (const name of [
    'opening_hours',
    'breaks',
    'date_overrides',
    'outside_accounts',
    'outside_times',
    'service_people',
  ]) {
    await all(sql`delete from ${sql.table(name)} where (company_id, calendar_id) in (
      select company_id, id from calendars where user_id = ${user.id})`);
  }
  return files.rows.map(({ id }) => id);
}

/** Erases the name and address everywhere; then deletes the account, or empties it. */
async function eraseName({ db, user, visitor }: SignedIn): Promise<void> {
  const all = async (statement: RawBuilder<unknown>) => (await statement.execute(db)).rows;
  const placeholderAddress = `deleted-${user.id}@deleted.invalid`;
  await all(sql`update user_audits set user_name = ${unnamed}, address = '' where user_id = ${user.id}
    or lower(user_name) = lower(${user.logIn})`);
  await all(
    sql`update user_audits set actor_name = ${unnamed}, address = '' where lower(actor_name) = lower(${user.logIn})`,
  );
  await all(sql`update feedback set name = '', e_mail = '' where user_id = ${user.id}`);
  await all(sql`delete from deliveries where id in (
    select id from email_messages where lower(to_e_mail) = lower(${user.logIn}) and company_id is null)`);
  // An answer of a server names the address.
  await all(sql`
    with addressed as (select id from email_messages where lower(to_e_mail) = lower(${user.logIn})),
    locked as materialized (${lockInOrder(sql`addressed`)}),
    former as (
      update deliveries d set address = ${placeholderAddress}, answer = ''
      from locked l where d.id = l.id and d.state not in ('queued', 'sending')
      returning d.id),
    silent as (update delivery_attempts set answer = '', words = '' where delivery_id in (select id from former))
    update email_messages set to_e_mail = ${placeholderAddress}, subject = '', html = '', plain = '', beginning = null,
      calendar_entry = null, content_id = null, fields = null, headers = null
    where id in (select id from former)`);
  const remaining = await all(sql`select from employees where user_id = ${user.id} limit 1`);
  if (remaining.length === 0) {
    await all(sql`delete from users where id = ${user.id}`);
    return;
  }
  // Clear every nullable column; the others say nothing about the person.
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = 'users'::regclass and attnum > 0 and not attisdropped and not attnotnull`.execute(db);
  const emptied = rows.map(({ name }) => sql`${sql.ref(name)} = null`);
  await all(sql`update users set ${sql.join(emptied)}, log_in = ${placeholderAddress},
    first_name = ${translate(visitor.language, 'privacy.deletedAccount')}, last_name = '' where id = ${user.id}`);
}

/** Runs last: the data audit has recorded the changes above, with the name. */
async function eraseFromRecords({ db, user }: SignedIn): Promise<void> {
  const all = async (statement: RawBuilder<unknown>) => (await statement.execute(db)).rows;
  const names = sql`jsonb_build_object('log_in', '', 'first_name', '', 'last_name', '')`;
  await all(sql`update data_audits set user_name = ${unnamed} where user_id = ${user.id}`);
  await all(sql`update data_audits set actor_name = ${unnamed} where lower(actor_name) = lower(${user.logIn})`);
  await all(sql`update data_audits set before = before || ${names}, after = after || ${names}
    where table_name = 'users' and record_id = ${user.id}`);
  await all(sql`update data_audits set before = null, after = null
    where table_name = 'employees' and coalesce(after, before) ->> 'user_id' = ${user.id}`);
}
