// The public page of a business at a location: its people, services, opening hours and place.
import { z } from 'zod';
import { id, money, urlName, wallTime } from '#contract/lib/fields.ts';
import { get, service } from '#contract/lib/service.ts';
import { zoneRules } from '#contract/lib/zone-rules.ts';
import { mailState } from '#contract/messaging/mail-states.ts';
import { bookableOption } from './options.ts';
import { publicLocation } from './public.ts';

const person = z.object({
  urlName: z.string(),
  name: z.string(),
  profession: z.string(),
  picture: id.nullable(),
  /** Visitors can book this person here. */
  isBookable: z.boolean(),
  /** The services that the person does here, in the order of the catalogue, with their own minutes and price. */
  offers: z.array(z.object({ serviceId: id, minutes: z.number().int(), price: money })),
});
export type PagePerson = z.output<typeof person>;

const catalogueService = z.object({
  id,
  name: z.string(),
  /** The name of its category; empty without one. */
  category: z.string(),
  pictureId: id.nullable(),
  description: z.string(),
  /** Its variants and extras, in order. */
  options: z.array(bookableOption),
});

const openRange = z.object({
  /** 1 is Monday (ISO 8601). */
  weekday: z.number().int(),
  start: wallTime,
  end: wallTime,
});
export type OpenRange = z.output<typeof openRange>;

export const businessPage = z.object({
  location: publicLocation,
  description: z.string(),
  companyName: z.string(),
  companyLogo: id.nullable(),
  phoneNumber: z.string(),
  /** Pictures of the people's profiles. */
  pictures: z.array(id),
  /** When at least one person works, in a usual week. Ranges of a day neither overlap nor touch. */
  hours: z.array(openRange),
  /** Everyone with a public profile and a name, by name. */
  people: z.array(person),
  /** Services that at least one of them does here. */
  services: z.array(catalogueService),
  /** The rules of the location's zone: those of a browser may be older. */
  zones: z.array(zoneRules),
  /** As in a profile. */
  confirmsRequests: z.boolean(),
  requestHours: z.number().int(),
  mail: mailState,
  offersSmsReminders: z.boolean(),
  offersSmsNews: z.boolean(),
});
export type BusinessPage = z.output<typeof businessPage>;

export const publicLocations = service(
  'publiclocations',
  { about: 'Public pages of businesses.' },
  {
    getPage: get({
      summary:
        'Returns the public page of a location. 404 when the address is unknown, the page is switched off, or no one with a public profile works there.',
      may: 'anyone',
      input: z.strictObject({ locationUrlName: urlName }),
      output: businessPage,
    }),
  },
);
