// Gives a signed-in visitor the link of one of their appointments.

import type { myAppointments } from '#contract/booking/my-appointments.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import type { Context } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { throttleLinks } from '#server/lib/session/action-link.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { requireSignIn } from './find-sign-in.ts';
import { appointmentTokenOf } from './sign-in-cookie.ts';
import { findOwnVisit } from './store.ts';

/**
 * The link is one to the address, as those in mails are: it ends with a change of the customer, and with the sign-in.
 * Throws 404 for an appointment with another address, and without a sign-in.
 */
export async function openAppointment(
  context: Context,
  { id, actionHash }: Parsed<typeof myAppointments.openAppointment>,
): Promise<Output<typeof myAppointments.openAppointment>> {
  await throttleLinks(context);
  const signIn = await requireSignIn(context, actionHash);
  const visit = await findOwnVisit(context.db, signIn.eMail, id);
  if (!visit) throw notFound();
  const token = await appointmentTokenOf(context, signIn, visit);
  await context.db
    .insertInto('actionLinks')
    .values({
      tokenHash: hashToken(token),
      purpose: 'appointment',
      companyId: visit.companyId,
      visitId: visit.id,
      signInId: signIn.id,
      eMail: signIn.eMail,
      expiresAt: visit.startAt,
      createdAt: context.clock.now(),
    })
    .onConflict((conflict) => conflict.column('tokenHash').doNothing())
    .execute();
  return { actionHash: token };
}
