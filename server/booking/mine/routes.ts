// Serves the appointments of a visitor.
import { myAppointments } from '#contract/booking/my-appointments.ts';
import { serve } from '#server/lib/http/serve.ts';
import { listMyAppointments } from './list-mine.ts';
import { openAppointment } from './open-appointment.ts';
import { openAppointmentsLink } from './open-link.ts';
import { sendAppointmentsLink } from './send-link.ts';
import { signVisitorOut, signVisitorOutEverywhere } from './sign-out.ts';

export const myAppointmentsRoutes = serve(myAppointments, {
  sendLink: sendAppointmentsLink,
  getMine: listMyAppointments,
  open: openAppointmentsLink,
  openAppointment,
  signOut: signVisitorOut,
  signOutEverywhere: signVisitorOutEverywhere,
});
