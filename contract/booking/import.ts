// The import of services and coming appointments from the files of other programs.
import { z } from 'zod';
import { dayOrders, fileChoices, fileReading, maxImportColumns } from '#contract/customers/import.ts';
import { date, id, instant, knownZone } from '#contract/lib/fields.ts';
import { get, post, service, upload } from '#contract/lib/service.ts';

export const bookingKinds = ['services', 'appointments'] as const;
export type BookingKind = (typeof bookingKinds)[number];

/** Meanings of a column of each kind of table; `skip` leaves it out. Several columns can hold notes. */
export const bookingColumns = {
  services: [
    ...(['skip', 'service', 'category', 'variation', 'minutes', 'price', 'description'] as const),
    ...(['bufferBefore', 'bufferAfter', 'person', 'type', 'status', 'id'] as const),
  ],
  appointments: [
    ...(['skip', 'start', 'date', 'time', 'end', 'endTime', 'minutes', 'person', 'service', 'variation'] as const),
    ...(['name', 'firstName', 'lastName', 'eMail', 'phoneNumber', 'title', 'notes', 'price'] as const),
    ...(['status', 'location', 'id'] as const),
  ],
} as const satisfies Record<BookingKind, readonly string[]>;
export type BookingColumn = (typeof bookingColumns)[BookingKind][number];
const columns = [...new Set<BookingColumn>(Object.values(bookingColumns).flat())];

/**
 * Why a row is left out, or comes without a value. `total`: it counts or sums the others; `goods`: a product and no
 * service; `notOffered`: the service is archived or inactive. `declined`: the owner of the calendar, or every customer,
 * has declined the invitation. `minutes`: the length of the service, or 30 minutes, is taken. `walkIn`: the file names
 * no customer, or one such as "Walk-In": the visit has none. `together`: it names several services whose lengths do not
 * fit into its time: it is one appointment with their names. `noYear`: the nearest such day is taken. `dayAbove`: the
 * day stands in a row above. `hourTwice`, `hourSkipped`: the clock change makes the time mean two instants or none.
 */
export const bookingReasons = [
  ...(['broken', 'total', 'repeated', 'noService', 'serviceLong', 'goods', 'notOffered'] as const),
  ...(['noStart', 'start', 'length', 'noPerson', 'far', 'declined'] as const),
  ...(['minutes', 'price', 'eMail', 'phoneNumber'] as const),
  ...(['noYear', 'dayAbove', 'hourTwice', 'hourSkipped'] as const),
  ...(['location', 'together', 'walkIn'] as const),
] as const;
export type BookingReason = (typeof bookingReasons)[number];

/**
 * `kept`: the row differs from what an earlier import wrote, but that was changed or deleted here meanwhile.
 * `notComing`: the appointment is over, cancelled or was missed.
 */
export const bookingResults = ['added', 'changed', 'unchanged', 'kept', 'removed', 'notComing', 'leftOut'] as const;

/** The most people and services of a file that are matched by hand. */
export const maxMatchedPeople = 50;
export const maxMatchedServices = 200;
/** The match of a cell that names several services, one after the other (the Max UUID of RFC 9562). */
export const severalServices = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Days ahead up to which appointments are read, and hours for which an import can be undone. */
export const maxDaysAhead = 730;
export const undoHours = 24;

const choices = z.strictObject({
  ...fileChoices,
  kind: z
    .enum(bookingKinds)
    .optional()
    .describe('Whether the rows of a table are services or appointments. By default, as its header row suggests.'),
  columns: z
    .array(z.enum(columns))
    .max(maxImportColumns)
    .optional()
    .describe(
      'What each column of a table holds, in order. By default, as the header row and the last import suggest.',
    ),
  timeZone: knownZone.optional().describe('The zone of times that name none. By default, that of the location.'),
  locationId: id.optional().describe('The location of rows that name none. By default, the oldest of the company.'),
  calendarId: id.nullable().optional().describe('The calendar of appointments that name no person.'),
  people: z
    .array(id)
    .max(maxMatchedPeople)
    .optional()
    .describe('The calendar of each person that the file names, in order; the all-zero id leaves them out.'),
  services: z
    .array(id)
    .max(maxMatchedServices)
    .optional()
    .describe(
      'The service of each one that the appointments name, in order; the all-zero id keeps the words alone, that of all ones takes several services one after the other.',
    ),
  doneBy: z
    .array(id)
    .max(maxMatchedPeople)
    .optional()
    .describe('The calendars of the people who do new services of which the file names none. By default, all.'),
  remindFrom: date.optional().describe('The day from which imported appointments are reminded of. By default, today.'),
  until: date.optional().describe('The last day of appointments that repeat. By default, in half a year.'),
  removesGone: z
    .boolean()
    .default(false)
    .describe('Removes coming appointments that an earlier import from the same source added and this file lacks.'),
});

const count = z.number().int();
const match = z.object({
  /** As the file names it. */
  name: z.string(),
  /** Null where none is found or chosen. */
  id: id.nullable(),
  rows: count,
});

const answer = z.object({
  ...fileReading,
  format: z.enum(['csv', 'xlsx', 'xls', 'ics', 'easyappointments']),
  kind: z.enum(bookingKinds),
  /** Null where no day needs it. */
  dayOrder: z.enum(dayOrders).nullable(),
  /** Empty for files whose columns have fixed meanings. */
  columns: z.array(z.object({ title: z.string(), field: z.enum(columns), examples: z.array(z.string()) })),
  rows: count,
  timeZone: z.string(),
  locationId: id.nullable(),
  calendarId: id.nullable(),
  /** Whether some appointments name no person. */
  needsCalendar: z.boolean(),
  /** Whether some appointments repeat. */
  repeats: z.boolean(),
  remindFrom: date,
  until: date,
  people: z.array(match),
  /** `parts` has the services that a name lists; the id is `severalServices` where they are taken so. */
  services: z.array(match.extend({ parts: z.array(z.string()) })),
  doneBy: z.array(id),
  counts: z.object({
    services: z.object({ added: count, changed: count, unchanged: count, kept: count }),
    appointments: z.object({ added: count, changed: count, unchanged: count, kept: count, removed: count }),
    /** New customers. */
    customers: count,
    notComing: count,
    leftOut: count,
    incomplete: count,
    /** Coming appointments of an earlier import that this file lacks. */
    gone: count,
    clashes: count,
    /** Appointments at times when the person is busy elsewhere. */
    outside: count,
  }),
  /** Rows that are left out or come without a value. A preview has the first fifty. */
  problems: z.array(
    z.object({
      line: count,
      isLeftOut: z.boolean(),
      reasons: z.array(z.enum(bookingReasons)),
      cells: z.array(z.string()),
    }),
  ),
  /**
   * Appointments that stand beside another one of the same person, or (`isOutside`) at a time when the person is busy
   * elsewhere. A preview has the first fifty.
   */
  clashes: z.array(
    z.object({
      ...{ line: count, start: instant, person: z.string(), name: z.string() },
      /** The customer or title of the other one; empty for a time elsewhere. */
      other: z.string(),
      isOutside: z.boolean(),
    }),
  ),
  /** The result of each row. A preview has none. */
  report: z.array(
    z.object({ line: count, kind: z.enum(bookingKinds), result: z.enum(bookingResults), name: z.string() }),
  ),
});
export type BookingImportAnswer = z.output<typeof answer>;

const earlierImport = z.object({
  id,
  /** Services and appointments are imported together. */
  kind: z.enum(['bookings', 'customers', 'products']),
  fileName: z.string(),
  createdAt: instant,
  /** The person who ran it. */
  person: z.string(),
  /** `stopped`: the process ended; the same file again continues it. */
  state: z.enum(['running', 'done', 'stopped', 'undone']),
  done: count,
  total: count,
  counts: z.object({ services: count, appointments: count, customers: count, products: count }),
  /** Null when it cannot be undone any more. */
  undoUntil: instant.nullable(),
});
export type EarlierImport = z.output<typeof earlierImport>;

export const bookingImports = service(
  'company/imports',
  { about: 'The import of services and coming appointments from files of other programs.' },
  {
    getAll: get({
      summary: 'Returns the last imports, the latest first.',
      may: 'admin',
      input: z.strictObject({}),
      output: z.array(earlierImport),
    }),
    getChoices: get({
      summary: 'Returns the people, services and locations with which those of a file are matched.',
      may: 'admin',
      input: z.strictObject({}),
      output: z.object({
        people: z.array(z.object({ calendarId: id, name: z.string() })),
        services: z.array(z.object({ id, name: z.string() })),
        locations: z.array(z.object({ id, name: z.string(), timeZone: z.string() })),
      }),
    }),
    preview: upload({
      summary: 'Reads a file of services or appointments and returns what an import of it would do.',
      may: 'admin',
      input: choices,
      output: answer,
    }),
    run: upload({
      summary:
        'Imports a file of services or appointments. A second file of the same source updates what the first one added.',
      may: 'admin',
      input: choices,
      output: answer,
    }),
    undo: post({
      summary: 'Removes what an import of the last 24 hours added and was left unchanged since.',
      may: 'admin',
      ownTransactions: true,
      input: z.strictObject({ id }),
      output: z.object({
        removed: z.object({ services: count, appointments: count, customers: count, products: count }),
        /** The first hundred of those that stay. */
        kept: z.array(
          z.object({
            kind: z.enum(['service', 'appointment', 'customer', 'product']),
            name: z.string(),
            start: instant.nullable(),
            reason: z.enum(['changed', 'used']),
          }),
        ),
      }),
    }),
  },
);
