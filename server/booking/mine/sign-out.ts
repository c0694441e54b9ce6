// Signs browsers out that show a visitor's appointments.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { findSignIn, requireSignIn } from './find-sign-in.ts';
import { addressHash, clearSignInCookie } from './sign-in-cookie.ts';

/** Deletes the sign-in, and with it the links to appointments that this browser has opened. */
export async function signVisitorOut(context: Context): Promise<undefined> {
  const found = await findSignIn(context, undefined);
  if (found) await context.db.deleteFrom('visitorSignIns').where('id', '=', found.id).execute();
  clearSignInCookie(context);
}

/**
 * The links that these browsers have opened stay as revoked ones, which ends the feeds made with them. Without their
 * address, no change of the visit lets them work again.
 */
export async function signVisitorOutEverywhere(context: Context): Promise<undefined> {
  const { eMail } = await requireSignIn(context);
  const ofAddress = sql`address_hash = ${addressHash(eMail)}`;
  await transaction(context, async ({ db }) => {
    await sql`
      update action_links set is_revoked = true, e_mail = '', sign_in_id = null
      where sign_in_id in (select id from visitor_sign_ins where ${ofAddress})`.execute(db);
    await sql`delete from visitor_sign_ins where ${ofAddress}`.execute(db);
  });
  clearSignInCookie(context);
}
