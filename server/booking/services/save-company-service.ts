// Adds and updates a service of the company with the people who do it.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { companyServices, type ServicePerson } from '#contract/booking/services.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { LaterVatRate } from '#contract/lib/vat-rates.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import { publishOwnPicture, replaceOwnPicture } from '#server/files/publish-own-picture.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { withConflictRefusals } from '#server/lib/grid/conflict-refusals.ts';
import { completeInput, rowForUpdate } from '#server/lib/grid/grid-of.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { type Complaint, invalid, Refusal } from '#server/lib/refusal.ts';
import { assertDifferentDays, writeVatRates } from '#server/lib/vat-rates.ts';
import { assertOptions, saveOptions } from './save-options.ts';
import { serviceRows } from './store.ts';

type ServiceInput = z.output<typeof companyServices.declared.input>;

const maxServices = 1000;

const list = companyServices as unknown as AnyResource;
const source = { rows: serviceRows };

/**
 * Throws 404 for a category, picture, calendar or location of another company, 417 for a pause outside the service,
 * two rates of VAT from the same day, or two options of one name.
 */
export function insertCompanyService(
  context: SignedIn,
  { id: _id, version: _version, ...input }: Parsed<typeof companyServices.operations.insert>,
): Promise<JsonText> {
  return withConflictRefusals(context, list, {}, async (tx) => {
    assertPause(input);
    assertDifferentDays(input);
    assertOptions(input.options);
    const id = randomUUIDv7();
    const { people, vatRates, options, ...columns } = input;
    const position = await nextPosition(tx);
    if (input.pictureId) await publishOwnPicture(tx, input.pictureId);
    const { companyId } = tx.user;
    await tx.db
      .insertInto('services')
      .values({ ...columnsOf(columns), companyId, id, position })
      .execute();
    await replacePeople(tx, id, people);
    await saveVatRates(tx, id, vatRates);
    await saveOptions(tx, id, options);
    return rowById(tx, list, source, id);
  });
}

/** Throws what an insert throws, and 409 with the record when the version is no longer the current one. */
export function updateCompanyService(
  context: SignedIn,
  { id, version, ...given }: Parsed<typeof companyServices.operations.update>,
): Promise<JsonText> {
  return withConflictRefusals(context, list, {}, async (tx) => {
    await lockService(tx, id);
    const present = await rowForUpdate(tx, list, source, id, version);
    const input = completeInput<ServiceInput>(list, given, present);
    assertPause(input);
    assertDifferentDays(input);
    assertOptions(input.options);
    const { people, vatRates, options, ...columns } = input;
    // Also when only people, rates or options change: the version of the service is theirs too.
    const write = () => tx.db.updateTable('services').set(columnsOf(columns)).where('id', '=', id).execute();
    const { PictureId: before } = JSON.parse(present.text) as { PictureId: string | null };
    if (before === input.pictureId) await write();
    else await replaceOwnPicture(tx, { before, id: input.pictureId }, write);
    await replacePeople(tx, id, people);
    await saveVatRates(tx, id, vatRates);
    await saveOptions(tx, id, options);
    return rowById(tx, list, source, id);
  });
}

/** The position behind the last service. Throws 417 when there is no room for another one. */
export async function nextPosition({ db, user }: SignedIn): Promise<number> {
  const { count, last } = await db
    .selectFrom('services')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.max('position').as('last')])
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxServices) throw invalid('Name', 'hours.tooManyServices', { maximum: maxServices });
  return (last ?? 0) + 1;
}

/** Locks a service, so that what it is and who does it stay the same until the transaction ends. */
export function lockService({ db, user }: SignedIn, id: string): Promise<unknown> {
  return sql`select from services where company_id = ${user.companyId} and id = ${id} for update`.execute(db);
}

/** Throws 417 unless the pause has both ends and lies inside the service, and inside it as each person does it. */
export function assertPause(service: {
  minutes: number;
  pauseStart: number | null;
  pauseMinutes: number | null;
  people: readonly { minutes: number | null }[];
}): void {
  const { minutes, pauseStart, pauseMinutes, people } = service;
  if (pauseStart === null && pauseMinutes === null) return;
  if (pauseStart === null) throw invalid('PauseStart', 'services.pauseStart');
  if (pauseMinutes === null) throw invalid('PauseMinutes', 'services.pauseMinutes');
  const end = pauseStart + pauseMinutes;
  if (end >= minutes) throw invalid('PauseMinutes', 'services.pauseInside');
  const complaints = people.flatMap(({ minutes: own }, index): Complaint[] =>
    own !== null && end >= own ? [{ key: `People[${index}].Minutes`, code: 'services.ownPauseInside' }] : [],
  );
  if (complaints.length) throw new Refusal(417, 'error.invalid', { complaints });
}

function columnsOf({ colour, ...columns }: Omit<ServiceInput, 'people' | 'vatRates' | 'options'>) {
  return { ...columns, colour: colour === 'none' ? '' : colour } satisfies ColumnsOf<
    'services',
    ServiceInput,
    'people' | 'vatRates' | 'options'
  >;
}

function saveVatRates({ db, user }: SignedIn, serviceId: string, rates: readonly LaterVatRate[]): Promise<void> {
  return writeVatRates(
    db,
    { table: 'service_vat_rates', owner: { company_id: user.companyId, service_id: serviceId } },
    rates,
  );
}

async function replacePeople({ db, user }: SignedIn, serviceId: string, people: readonly ServicePerson[]) {
  const { companyId } = user;
  const rows = people.map(
    (person) => ({ ...person, companyId, serviceId }) satisfies ColumnsOf<'servicePeople', ServicePerson>,
  );
  const keys = new Set(rows.map(({ calendarId, locationId }) => `${calendarId} ${locationId}`.toLowerCase()));
  if (keys.size < rows.length) throw invalid('People', 'services.personTwice');
  await db.deleteFrom('servicePeople').where('companyId', '=', companyId).where('serviceId', '=', serviceId).execute();
  if (rows.length) await db.insertInto('servicePeople').values(rows).execute();
}
