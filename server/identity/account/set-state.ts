// The three switches of an account: profile public, calendar public, push notifications.
import { transaction } from '#server/db/transaction.ts';
import { keepUrlNames } from '#server/identity/memberships/url-name.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { findPublicObstacles } from './public-obstacles.ts';

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
  const { companyId, id: userId } = context.user;
  const [obstacle] = value ? await findPublicObstacles(context.db, { companyId, userId }) : [];
  if (obstacle) throw invalid('IsEnabled', `myAccount.${obstacle}`);
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
