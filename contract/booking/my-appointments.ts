// The appointments of a visitor by their address: a link in a mail shows them, and a click signs the browser in.
import { z } from 'zod';
import { eMail, id, instant, maybe, money, timeZone, token } from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { mailState } from '#contract/messaging/mail-states.ts';
import { appointmentStates } from './public.ts';

/** How long the link of a mail works. */
export const myAppointmentsLinkMinutes = 30;

/** The maximum numbers of appointments in the lists: the soonest of those to come, the latest of the others. */
export const maxComing = 100;
export const maxPast = 50;

const myAppointment = z.object({
  /** For `OpenAppointment` only. */
  id,
  title: z.string(),
  /** Of the services as they were booked; null without a service. */
  price: money.nullable(),
  start: instant,
  end: instant,
  timeZone,
  state: z.enum(appointmentStates),
  /** Its own page still confirms, moves or cancels it. */
  isChangeable: z.boolean(),
  companyName: z.string(),
  /** The person; empty once they have left the company. */
  name: z.string(),
  /** The name and the address of the place; empty without one. */
  place: z.string(),
  address: z.string(),
  /** Where the same can be booked again: with the person, or at the business when the person cannot be booked. */
  again: z
    .object({
      locationUrlName: z.string(),
      userUrlName: z.string().nullable(),
      serviceIds: z.array(id),
      /** An option that was booked several times is there several times. */
      optionIds: z.array(id),
    })
    .nullable(),
});
export type MyAppointment = z.output<typeof myAppointment>;

const actionHash = maybe(token).describe('Of the link in a mail. Omitted: the cookie says who the visitor is.');

export const myAppointments = service(
  'appointments',
  { about: 'The appointments of a visitor, across companies, by a link to their e-mail address.' },
  {
    sendLink: post({
      summary: `Mails a link to the visitor's appointments, which works for ${myAppointmentsLinkMinutes} minutes. The answer is the same for addresses without appointments, to which nothing is sent.`,
      may: 'anyone',
      input: z.strictObject({ eMail }),
      output: null,
    }),
    getMine: get({
      summary:
        'Returns the appointments with the address of the link, or of the signed-in browser; without either, EMail is null. 404 for a link that is unknown, used or expired.',
      may: 'anyone',
      input: z.strictObject({ actionHash }),
      output: z.object({
        eMail: z.string().nullable(),
        /** Signed in by the cookie, not by the link. */
        isSignedIn: z.boolean(),
        /** When the link or the sign-in ends. */
        expiresAt: instant.nullable(),
        /** Whether mails with links leave. */
        mail: mailState,
        coming: z.array(myAppointment),
        past: z.array(myAppointment),
      }),
    }),
    open: post({
      summary:
        'Uses up the link of a mail and signs this browser in for 30 days, by a cookie. 404 for a link that is unknown, used or expired.',
      may: 'anyone',
      input: z.strictObject({ actionHash: token }),
      output: null,
    }),
    openAppointment: post({
      summary:
        'Returns the ActionHash of one of the appointments, with which the calls of `publiccalendars` confirm, move or cancel it. A repeated call returns the same one.',
      may: 'anyone',
      input: z.strictObject({ id, actionHash }),
      output: z.object({ actionHash: token }),
    }),
    signOut: post({
      summary: 'Signs this browser out, and ends the links of single appointments that it has opened.',
      may: 'anyone',
      input: z.strictObject({}),
      output: null,
    }),
    signOutEverywhere: post({
      summary:
        'Signs all browsers out that are signed in for the address of this one, and ends the links of mails, those that these browsers have opened, and the calendar subscriptions made with them. 404 in a browser that is not signed in.',
      may: 'anyone',
      input: z.strictObject({}),
      output: null,
    }),
  },
);
