// The three switches of an account: profile public, calendar public, push notifications.
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

interface State {
  isEnabled?: boolean | undefined;
  isPublic?: boolean | undefined;
}

/** 417 with Key `IsEnabled` while the e-mail address of the account is not verified. */
export async function setProfilePublic(context: SignedIn, state: State): Promise<{ value: boolean }> {
  const value = wanted(state);
  if (value && !(await isVerified(context))) throw invalid('IsEnabled', 'myAccount.notVerified');
  return setEmployee(context, { isProfilePublic: value }, value);
}

export async function setCalendarPublic(context: SignedIn, state: State): Promise<{ value: boolean }> {
  const value = wanted(state);
  return setEmployee(context, { isCalendarPublic: value }, value);
}

/** Of the account, in all of its companies. */
export async function setPushNotifications(context: SignedIn, state: State): Promise<{ value: boolean }> {
  const value = wanted(state);
  const { write } = context.database;
  await write
    .updateTable('users')
    .set({ isPushNotificationsEnabled: value })
    .where('id', '=', context.user.id)
    .execute();
  return { value };
}

/** The specification's first document calls it isEnabled, its second isPublic. */
function wanted({ isEnabled, isPublic }: State): boolean {
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

async function isVerified({ db, user }: SignedIn): Promise<boolean> {
  const row = await db.selectFrom('users').select('eMailVerifiedAt').where('id', '=', user.id).executeTakeFirst();
  return Boolean(row?.eMailVerifiedAt);
}
