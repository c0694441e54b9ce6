// Lists the appointments with the address of a visitor.
import type { MyAppointment, myAppointments } from '#contract/booking/my-appointments.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { appointmentTitle } from '#server/booking/notifications/appointment-words.ts';
import { type NotifiedAppointment, readAppointments } from '#server/booking/notifications/read-appointment.ts';
import { appointmentState } from '#server/booking/public/appointment-state.ts';
import type { Context } from '#server/lib/context.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { readMailStates } from '#server/messaging/reach/mail-states.ts';
import { findSignIn } from './find-sign-in.ts';
import { type BookAgain, isListedVisit, listShown, listWaysToBookAgain, publicVisitId } from './store.ts';

type Mine = Output<typeof myAppointments.getMine>;

/**
 * Says no more of a visit than the mails about it do. Empty for a browser that is not signed in. Throws 404 for a link
 * that is used, expired or unknown.
 */
export async function listMyAppointments(
  context: Context,
  { actionHash }: Parsed<typeof myAppointments.getMine>,
): Promise<Mine> {
  const signIn = await findSignIn(context, actionHash);
  const { account: mail } = await readMailStates(context);
  if (!signIn) return { eMail: null, isSignedIn: false, expiresAt: null, mail, coming: [], past: [] };
  const now = context.clock.now();
  const shown = isListedVisit(await listShown(context.db, signIn.eMail, now));
  const appointments = await readAppointments(context.db, shown);
  const again = new Map((await listWaysToBookAgain(context.db, shown)).map((way) => [idOf(way), way]));
  const all = appointments.map((each) => toMine(context, each, again.get(idOf(each))));
  return {
    eMail: signIn.eMail,
    isSignedIn: signIn.isSignedIn,
    expiresAt: signIn.expiresAt.toString(),
    mail,
    coming: all.filter(({ isChangeable }) => isChangeable),
    past: all.filter(({ isChangeable }) => !isChangeable).reverse(),
  };
}

const idOf = ({ companyId, visitId }: { companyId: string; visitId: string }) =>
  publicVisitId({ companyId, id: visitId });

function toMine(context: Context, appointment: NotifiedAppointment, again: BookAgain | undefined): MyAppointment {
  const { price, startAt, endAt, timeZone, company, employee, location, address } = appointment;
  const state = appointmentState(appointment, context.clock.now());
  return {
    id: idOf(appointment),
    title: appointmentTitle(appointment, context.visitor.language),
    price,
    start: withOffset(startAt, timeZone),
    end: withOffset(endAt, timeZone),
    timeZone,
    state,
    isChangeable: state === 'requested' || state === 'confirmed',
    companyName: company,
    name: employee,
    place: location ?? '',
    address,
    again: again
      ? {
          locationUrlName: again.locationUrlName,
          userUrlName: again.userUrlName,
          serviceIds: again.serviceIds,
          optionIds: again.optionIds,
        }
      : null,
  };
}
