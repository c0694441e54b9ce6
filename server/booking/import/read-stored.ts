// Reads the records that imports have written, with a digest of each: whether one has changed since.
import { batches } from '#server/customers/import/batches.ts';
import { contactDigest, digestOf } from '#server/customers/import/keep-import.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowsByIds } from '#server/lib/sql/rows-by-ids.ts';

type ReadContext = Pick<SignedIn, 'db' | 'user'>;
export type RefKind = 'category' | 'service' | 'appointment' | 'customer' | 'product';

export interface Stored {
  digest: string;
  name: string;
  /** Of appointments. */
  start: Temporal.Instant | null;
  /** Its events. */
  eventIds: string[];
  calendarIds: string[];
  contactId: string | null;
}

interface StoredVisit {
  status: string;
  name: string;
  eMail: string;
  phoneNumber: string;
  locationId: string | null;
}

interface StoredPart {
  serviceId: string | null;
  serviceName: string;
  price: number;
}

interface StoredEvent {
  calendarId: string;
  title: string;
  description: string;
  type: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  startDate: string | null;
  endDate: string | null;
}

/** Digests are stored: another order of the values would make each appointment a changed one. */
export function visitDigest(
  { status, name, eMail, phoneNumber, locationId }: StoredVisit,
  isPaid: boolean,
  parts: readonly { part: StoredPart; event: StoredEvent | undefined }[],
): string {
  return digestOf([
    { status, name, eMail, phoneNumber, locationId },
    isPaid,
    parts.map(({ part: { serviceId, serviceName, price }, event }) => [
      { serviceId, serviceName, price },
      digestedEvent(event),
    ]),
  ]);
}

/** Of an event without a customer. */
export function eventDigest(event: StoredEvent): string {
  return digestOf(digestedEvent(event));
}

function digestedEvent(event: StoredEvent | undefined) {
  const { calendarId, title, description, type, startAt, endAt, startDate, endDate } = event ?? {};
  const times = { start: String(startAt), end: String(endAt), days: [String(startDate), String(endDate)] };
  return { calendarId, title, description, type, ...times };
}

/** Ids of one statement. */
const maxIds = 1_000;

/** By id; records that were deleted are missing. */
export async function readStored(
  context: ReadContext,
  kind: RefKind,
  ids: readonly string[],
): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  for (const some of batches(ids, maxIds)) {
    for (const [id, record] of await readers[kind](context, some)) stored.set(id, record);
  }
  return stored;
}

type Reader = (context: ReadContext, ids: readonly string[]) => Promise<Iterable<[string, Stored]>>;

const noEvents = { start: null, eventIds: [], calendarIds: [], contactId: null };

const readers: Record<RefKind, Reader> = { category, service, appointment, customer, product };

// Each table is read by its ids alone: joins of these would be planned for the few rows of a company that is new.

/** A visit with its parts, else an event without a customer. */
async function appointment({ db, user }: ReadContext, ids: readonly string[]): Promise<Iterable<[string, Stored]>> {
  const { companyId } = user;
  const visits = await rowsByIds(
    db,
    'visits',
    ['id', 'status', 'name', 'eMail', 'phoneNumber', 'locationId', 'contactId', 'startAt'],
    { companyId, ids },
  );
  const parts = await rowsByIds(
    db,
    'visitParts',
    ['visitId', 'eventId', 'serviceId', 'serviceName', 'price', 'position'],
    { companyId, ids, key: 'visitId' },
  );
  parts.sort((a, b) => a.position - b.position);
  const events = await rowsByIds(
    db,
    'events',
    ['id', 'calendarId', 'startAt', 'endAt', 'title', 'description', 'type', 'startDate', 'endDate'],
    { companyId, ids: [...ids, ...parts.map(({ eventId }) => eventId)] },
  );
  const paid = await rowsByIds(db, 'receiptLines', ['visitId'], { companyId, ids, key: 'visitId' });
  const given = new Set(ids);
  const eventById = new Map(events.map((event) => [event.id, event]));
  const partsOf = Map.groupBy(parts, ({ visitId }) => visitId);
  const isPaid = new Set(paid.map(({ visitId }) => visitId));
  const found = new Map<string, Stored>();
  for (const { id, startAt, contactId, ...visit } of visits) {
    const own = partsOf.get(id) ?? [];
    const eventIds = own.map(({ eventId }) => eventId);
    found.set(id, {
      digest: visitDigest(
        visit,
        isPaid.has(id),
        own.map((part) => ({ part, event: eventById.get(part.eventId) })),
      ),
      ...{ name: visit.name, start: startAt, eventIds, contactId },
      calendarIds: eventIds.flatMap((eventId) => eventById.get(eventId)?.calendarId ?? []),
    });
  }
  for (const event of events) {
    const { id, calendarId, startAt, title } = event;
    if (found.has(id) || !given.has(id)) continue;
    const more = { name: title, start: startAt, eventIds: [id], calendarIds: [calendarId], contactId: null };
    found.set(id, { digest: eventDigest(event), ...more });
  }
  return found;
}

async function service({ db, user }: ReadContext, ids: readonly string[]): Promise<Iterable<[string, Stored]>> {
  const services = await db
    .selectFrom('services')
    .selectAll()
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .execute();
  const people = await db
    .selectFrom('servicePeople')
    .select(['serviceId', 'calendarId', 'locationId', 'minutes', 'price'])
    .where('companyId', '=', user.companyId)
    .where('serviceId', 'in', ids)
    .orderBy('calendarId')
    .orderBy('locationId')
    .execute();
  const peopleOf = Map.groupBy(people, ({ serviceId }) => serviceId);
  // Sorting the services is no change of one.
  return services.map(({ companyId: _, position: __, ...row }) => [
    row.id,
    { digest: digestOf([row, peopleOf.get(row.id) ?? []]), name: row.name, ...noEvents },
  ]);
}

async function category({ db, user }: ReadContext, ids: readonly string[]): Promise<Iterable<[string, Stored]>> {
  const rows = await db
    .selectFrom('serviceCategories')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, name }) => [id, { digest: digestOf(name), name, ...noEvents }]);
}

async function customer({ db, user }: ReadContext, ids: readonly string[]): Promise<Iterable<[string, Stored]>> {
  const { companyId } = user;
  const contacts = await rowsByIds(
    db,
    'contacts',
    ['id', 'name', 'eMail', 'phoneNumber', 'language', 'birthday', 'notes', 'mergedInto'],
    { companyId, ids },
  );
  const tags = await rowsByIds(db, 'contactTags', ['contactId', 'tag'], { companyId, ids, key: 'contactId' });
  const consents = await rowsByIds(db, 'consents', ['contactId', 'id'], { companyId, ids, key: 'contactId' });
  const more = Map.groupBy([...tags, ...consents], ({ contactId }) => contactId);
  return contacts.map((contact) => [
    contact.id,
    { digest: contactDigest(contact, more.get(contact.id)?.length ?? 0), name: contact.name, ...noEvents },
  ]);
}

async function product({ db, user }: ReadContext, ids: readonly string[]): Promise<Iterable<[string, Stored]>> {
  const { companyId } = user;
  const products = await rowsByIds(
    db,
    'products',
    ['id', 'name', 'barcode', 'price', 'vatRate', 'hasKey', 'isActive'],
    { companyId, ids },
  );
  const rates = await rowsByIds(db, 'productVatRates', ['productId', 'fromDay', 'rate'], {
    ...{ companyId, ids, key: 'productId' as const },
  });
  const ratesOf = Map.groupBy(rates, ({ productId }) => productId);
  return products.map((one) => {
    const later = (ratesOf.get(one.id) ?? []).map(({ fromDay, rate }) => `${fromDay} ${rate}`).sort();
    return [one.id, { digest: digestOf([one, later]), name: one.name, ...noEvents }];
  });
}
