// Invitations to work for a company: sent by its administrator, accepted by the recipient of the mail.
import { sql } from 'kysely';
import type { user } from '#contract/identity/sign-in.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { isTermsAt } from '#server/balance/terms/terms-at.ts';
import { companyTransaction, transaction } from '#server/db/transaction.ts';
import { grantTables } from '#server/identity/grants/grant-tables.ts';
import { mayGrant } from '#server/identity/grants/may-grant.ts';
import { addEmployee } from '#server/identity/memberships/add-employee.ts';
import { comeBack } from '#server/identity/memberships/come-back.ts';
import { checkPasswordStrength } from '#server/identity/passwords/check-password-strength.ts';
import { hashPassword } from '#server/identity/passwords/password.ts';
import { assertAddressVerified, confirmAddress } from '#server/identity/person/confirm-address.ts';
import { accountOf, findCredentials } from '#server/identity/person/read-person.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context, ServiceContext, SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { translate } from '#server/lib/i18n.ts';
import { plainName } from '#server/lib/plain-name.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import {
  type ActionLink,
  consumeLink,
  findLink,
  invalidLink,
  issueLink,
  throttleLinks,
} from '#server/lib/session/action-link.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { personNameOf } from '#server/lib/sql/person-name.ts';
import { accountUrls, queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';
import { addAccount } from './add-account.ts';

/**
 * Mails the link; an earlier one for the same address becomes invalid. Throws 417 when the person works here already or
 * the plan has no room or the caller's own address is not verified, 429 when an unproved address has had the mails of
 * the day, 404 for a location of another company, 403 for an action that the caller may not grant.
 */
export async function inviteEmployee(
  context: SignedIn,
  input: { eMail: string; locationIds?: string[] | undefined; actions?: readonly string[] | undefined },
): Promise<undefined> {
  await throttle(context, { action: 'invite', subject: context.user.companyId, max: 100, minutes: 60 });
  // Otherwise anyone could register and have the installation write to anybody.
  await assertAddressVerified(context, 'EMail');
  // People of other companies, whom row-level security hides.
  const found = await findCredentials(context.database.read, input.eMail);
  return companyTransaction(context, { readOnly: false }, (tx) => addInvitation(tx, input, found?.id));
}

async function addInvitation(
  context: SignedIn,
  input: Parameters<typeof inviteEmployee>[1],
  userId: string | undefined,
): Promise<undefined> {
  const { companyId, locationId } = context.user;
  const { db } = context;
  const company = await companyOf(context, companyId);
  if (!company.hasRoom) throw invalid('EMail', 'account.noRoom', { maximum: company.maxUsers });
  if (userId && (await isEmployed(db, companyId, userId))) throw invalid('EMail', 'account.worksHere');
  const locationIds = [...new Set(input.locationIds ?? (locationId ? [locationId] : []))];
  const actions = await grantableActions(context, input.actions ?? []);
  const token = await issueLink(context, { purpose: 'invite', companyId, eMail: input.eMail });
  if (locationIds.length) {
    const existing = await db
      .selectFrom('locations')
      .select('id')
      .where('companyId', '=', companyId)
      .where('id', 'in', locationIds)
      .execute();
    if (existing.length < locationIds.length) throw notFound();
    await db
      .insertInto('invitationLocations')
      .values(locationIds.map((id) => ({ companyId, tokenHash: hashToken(token), locationId: id })))
      .execute();
  }
  if (actions.length) {
    await db
      .insertInto('invitationActions')
      .values(actions.map((actionId) => ({ companyId, tokenHash: hashToken(token), actionId })))
      .execute();
  }
  const refusal = await queueAccountMail(context, 'invite', {
    to: input.eMail,
    language: context.user.language,
    companyId,
    company: plainName(company.name) || '–',
    by: plainName(personNameOf(context.user)) || context.user.logIn,
    url: accountUrls.invite(context, token),
  });
  if (refusal) throw refusal;
  await audit(context, `Invited ${input.eMail}`);
}

/**
 * Returns the ids of the actions, without the one of every employee. Throws 403 for one that the caller may not grant.
 */
async function grantableActions({ db, user }: SignedIn, names: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(names)].filter((name) => name !== 'user');
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select t.id from (${grantTables.actions.things('en')}) t
    where t.name = any(${wanted}::text[]) and t.name <> 'sys' and ${mayGrant(user)}`.execute(db);
  if (rows.length < wanted.length) throw new Refusal(403, 'users.onlyWhatOneHas');
  return rows.map(({ id }) => id);
}

/** Returns the details of an invitation; opening it changes nothing. */
export async function readInvitation(context: Context, { id }: { id: string }): Promise<Output<typeof user.invite>> {
  await throttleLinks(context);
  const { link, company } = await openInvitation(context, id);
  const account = await findCredentials(context.db, link.eMail);
  return {
    message: translate(context.visitor.language, account ? 'account.inviteKnown' : 'account.inviteNew', {
      company: company.name,
    }),
    newUser: account === undefined,
    companyName: company.name,
    eMail: link.eMail,
  };
}

/**
 * Joins the company. A person with an account must be signed in with the invited address (otherwise 403); a new person
 * provides a name and a password. The address counts as verified: its mail was read.
 */
export async function acceptInvitation(
  context: Context,
  input: Parsed<typeof user.acceptInvitation>,
): Promise<undefined> {
  await throttleLinks(context);
  const { link } = await openInvitation(context, input.id);
  const account = await findCredentials(context.db, link.eMail);
  if (account) {
    if (context.user?.id !== account.id || context.user.locked) throw new Refusal(403, 'account.inviteOther');
    if (context.user.impersonator) throw new Refusal(403, 'error.inPerson');
    return transaction(context, (tx) => joinCompany(tx, input.id, account.id));
  }
  const { password } = input;
  if (!password) throw invalid('Password', 'field.required');
  if (!input.firstName) throw invalid('FirstName', 'field.required');
  await checkPasswordStrength(password, link.eMail);
  const passwordHash = await hashPassword(password);
  return transaction(context, async (tx) => {
    const { firstName, lastName } = input;
    const userId = await addAccount(tx, { logIn: link.eMail, passwordHash, firstName, lastName });
    // Registered concurrently: the person has to sign in first.
    if (!userId) throw new Refusal(403, 'account.inviteOther');
    return joinCompany(tx, input.id, userId);
  });
}

/** Accepts a link for the account's own address, inside the caller's transaction; signing in uses it, too. */
export async function joinCompany(context: Context, token: string, userId: string): Promise<undefined> {
  const places = await context.db
    .selectFrom('invitationLocations')
    .select('locationId')
    .where('tokenHash', '=', hashToken(token))
    .execute();
  const rights = await context.db
    .selectFrom('invitationActions')
    .select('actionId')
    .where('tokenHash', '=', hashToken(token))
    .execute();
  const link = await consumeLink(context, 'invite', token);
  const { companyId } = link;
  const account = await accountOf(context.db, userId);
  if (!companyId || account?.logIn.toLowerCase() !== link.eMail.toLowerCase()) throw invalidLink();
  // Concurrent acceptances must not both take the last place.
  await context.db.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute();
  if (await isEmployed(context.db, companyId, userId)) return;
  const { name: company, hasRoom } = await companyOf(context, companyId);
  if (!hasRoom) throw invalid('Id', 'account.companyFull', { company });
  const member = {
    companyId,
    userId,
    name: personNameOf(account) || (account.logIn.split('@')[0] ?? ''),
    locationIds: places.map(({ locationId }) => locationId),
  };
  const isBack = await comeBack(context, { ...member, logIn: account.logIn });
  if (!isBack) await addEmployee(context, { ...member, actions: ['user'] });
  if (rights.length) {
    await context.db
      .insertInto('userActions')
      .values(rights.map(({ actionId }) => ({ companyId, userId, actionId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await confirmAddress(context, account);
  await audit(context, 'Joined by invitation', { userId, userName: account.logIn, companyId });
}

async function openInvitation(context: Context, token: string) {
  const link: ActionLink | undefined = await findLink(context, ['invite'], token);
  if (!link?.companyId) throw invalidLink();
  const company = await context.db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', link.companyId)
    .executeTakeFirstOrThrow();
  return { link, company };
}

async function isEmployed(db: ServiceContext['db'], companyId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('employees')
    .select('userId')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** The company, and whether its plan has room for one more person. */
async function companyOf({ db, clock }: ServiceContext, companyId: string) {
  const company = await db
    .selectFrom('companies as c')
    .innerJoin('companyTerms as t', (join) => join.on(isTermsAt(clock.now())))
    .select(['c.name', 't.maxUsers', 't.extraUserCost'])
    .select((c) =>
      c
        .selectFrom('employees as e')
        .select((e) => e.fn.countAll<number>().as('count'))
        .whereRef('e.companyId', '=', 'c.id')
        .as('employees'),
    )
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow();
  // A price for each further employee makes room.
  return { ...company, hasRoom: Number(company.employees) < company.maxUsers || company.extraUserCost !== null };
}
