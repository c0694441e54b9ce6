// The three switches of an account: profile public, calendar public, push notifications.
import { sql } from 'kysely';
import type { MessageKey } from '#i18n/keys.ts';
import { transaction } from '#server/db/transaction.ts';
import { keepUrlNames } from '#server/identity/memberships/url-name.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

interface State {
  isEnabled?: boolean | undefined;
  isPublic?: boolean | undefined;
}

/**
 * Throws 417 with Key `IsEnabled` while the account's e-mail address is not verified, the person has no name, or none
 * of their locations has a place. From the first publication on, the public names stay.
 */
export async function setProfilePublic(context: SignedIn, state: State): Promise<{ value: boolean }> {
  const value = requestedValue(state);
  const problem = value ? await whyNotPublic(context) : undefined;
  if (problem) throw invalid('IsEnabled', problem);
  if (value) await keepUrlNames(context);
  return setEmployee(context, { isProfilePublic: value }, value);
}

export async function setCalendarPublic(context: SignedIn, state: State): Promise<{ value: boolean }> {
  const value = requestedValue(state);
  return setEmployee(context, { isCalendarPublic: value }, value);
}

/** Applies to the account, in all of its companies. */
export async function setPushNotifications(context: SignedIn, state: State): Promise<{ value: boolean }> {
  const value = requestedValue(state);
  await transaction(context, ({ db, user }) =>
    db.updateTable('users').set({ isPushNotificationsEnabled: value }).where('id', '=', user.id).execute(),
  );
  return { value };
}

/** The specification's first document calls the field isEnabled, its second isPublic. */
function requestedValue({ isEnabled, isPublic }: State): boolean {
  const value = isEnabled ?? isPublic;
  if (value === undefined) throw invalid('IsEnabled', 'field.required');
  return value;
}

async function setEmployee(
  { db, user }: SignedIn,
  change: { isProfilePublic: boolean } | { isCalendarPublic: boolean },
  value: boolean,
): Promise<{ value: boolean }> {
  await db
    .updateTable('employees')
    .set(change)
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .execute();
  return { value };
}

async function whyNotPublic({ db, user }: SignedIn): Promise<MessageKey | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['eMailVerifiedAt', 'firstName', 'lastName'])
    .where('id', '=', user.id)
    .executeTakeFirst();
  if (!row?.eMailVerifiedAt) return 'myAccount.notVerified';
  if (!row.firstName && !row.lastName) return 'myAccount.notNamed';
  const { rows } = await sql`
    select from employee_locations el join locations l on l.company_id = el.company_id and l.id = el.location_id
    where el.company_id = ${user.companyId} and el.user_id = ${user.id} and (l.geolocation_id is not null or l.address <> '')
    limit 1`.execute(db);
  return rows.length > 0 ? undefined : 'myAccount.notPlaced';
}
