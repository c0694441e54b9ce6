// Changes the caller's details, in the account and in the current company.
import { sql } from 'kysely';
import type { account } from '#contract/identity/account.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { transaction } from '#server/db/transaction.ts';
import { readCurrent } from '#server/identity/sign-in/read-current.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { setLanguageCookie } from '#server/lib/session/set-language-cookie.ts';
import { followPersonName, lockUrlNames } from './follow-person-name.ts';

/** Omitted fields stay unchanged. Throws 417 for an unknown language, and for an address that a colleague has. */
export async function updateAccount(
  context: SignedIn,
  input: Parsed<typeof account.setCurrent>,
): Promise<Output<typeof account.setCurrent>> {
  // The account belongs to no company: the owner role writes it, and each statement names the company.
  await transaction(context, (tx) => store(tx, input));
  return (await readCurrent(context)).user;
}

async function store(context: SignedIn, input: Parsed<typeof account.setCurrent>): Promise<void> {
  const { user, db } = context;
  const { firstName, lastName, sessionActiveMinutes, languageId } = { ...input.user, ...input };
  const { profession, description, phoneNumber, urlName } = { ...input.user, ...input };
  // The last one counts; an unknown one is refused in either place.
  let language: string | undefined;
  for (const id of [input.user?.languageId, input.languageId]) if (id) language = await languageKey(context, id);
  if (urlName !== undefined) await assertUrlNameFree(context, urlName);
  // A form sends the name as it was answered; another one is the person's choice and stays.
  const isChosen = urlName !== undefined && (await isOtherUrlName(context, urlName));
  const ofEmployee = { profession, description, phoneNumber, urlName, ...(isChosen && { isUrlNameKept: true }) };
  if (Object.values(ofEmployee).some((value) => value !== undefined)) {
    await db
      .updateTable('employees')
      .set(ofEmployee)
      .where('companyId', '=', user.companyId)
      .where('userId', '=', user.id)
      .execute();
  }
  const ofUser = { firstName, lastName, sessionActiveMinutes, languageId };
  if (Object.values(ofUser).some((value) => value !== undefined)) {
    await db.updateTable('users').set(ofUser).where('id', '=', user.id).execute();
    if (firstName !== undefined || lastName !== undefined) {
      await followPersonName(db, { companyId: user.companyId, userId: user.id });
    }
  }
  if (language) setLanguageCookie(context, language);
}

async function isOtherUrlName({ db, user }: SignedIn, urlName: string): Promise<boolean> {
  const present = await db
    .selectFrom('employees')
    .select('urlName')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .executeTakeFirst();
  return present?.urlName !== urlName;
}

async function languageKey({ db }: SignedIn, id: string): Promise<string> {
  const found = await db.selectFrom('languages').select('key').where('id', '=', id).executeTakeFirst();
  if (!found) throw invalid('Languages_Id', 'myAccount.languageUnknown');
  return found.key;
}

async function assertUrlNameFree({ db, user }: SignedIn, urlName: string): Promise<void> {
  await lockUrlNames(db, user.companyId);
  const other = await db
    .selectFrom('employees')
    .select('userId')
    .where('companyId', '=', user.companyId)
    .where('userId', '<>', user.id)
    .where(sql`lower(url_name)`, '=', sql`lower(${urlName})`)
    .executeTakeFirst();
  if (other) throw invalid('UrlName', 'myAccount.urlNameTaken');
}
