// Imports services and coming appointments from a file: in chunks, each in a transaction of its own. A file that was
// imported in part, or again, changes nothing twice.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { BookingImportAnswer } from '#contract/booking/import.ts';
import { batches } from '#server/customers/import/batches.ts';
import type { ImportContext, ImportedFile } from '#server/customers/import/serve-imports.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { type Rest, restBetween, restForOthers } from '#server/lib/rest-between.ts';
import { bookingAnswer, type Done, isFirstPart } from './booking-answer.ts';
import { writeServices } from './import-services.ts';
import { beginImport, chunkSize, endImport, touchImport } from './import-states.ts';
import { type Placed, placeAppointments, readOutside, readTaken } from './place-appointments.ts';
import type { PlannedAppointment } from './plan-appointments.ts';
import { type BookingChoices, choicesToKeep, type ImportPlan, planImport } from './plan-import.ts';
import { removeAppointments } from './remove-appointments.ts';
import { findPresent, type Origin, recordedCustomer, withoutOwn, writeAppointments } from './write-appointments.ts';
import { matchCustomers, writeCustomers } from './write-customers.ts';

/** While others work, the database serves them for as long as a chunk took. */
const restTimes = 1;

export async function runBookingImport(
  called: ImportContext,
  given: ImportedFile<BookingChoices>,
  options: { readOnly: boolean },
): Promise<BookingImportAnswer> {
  // The time of the call stands still; that of the chunks says that the import runs.
  const begun = performance.now();
  const now = () => called.clock.now().add({ milliseconds: Math.round(performance.now() - begun) });
  const context = { ...called, clock: { now } };
  const rest = options.readOnly ? restBetween(restTimes) : restForOthers(restTimes, context.database);
  const plan = await inCompany(context, true, (tx) => planImport(tx, given.bytes, given.choices));
  const done = options.readOnly
    ? await inCompany(context, true, (tx) => tryPlan(tx, plan))
    : await carryOut(context, plan, given, rest);
  return bookingAnswer(plan, done, options.readOnly);
}

function inCompany<T>(context: ImportContext, readOnly: boolean, act: (tx: SignedIn) => Promise<T>): Promise<T> {
  return companyTransaction(context as SignedIn, { readOnly }, act);
}

/** Finds clashes and new customers in a transaction that writes nothing. */
async function tryPlan(tx: SignedIn, plan: ImportPlan): Promise<Done> {
  const { companyId } = tx.user;
  const done = newDone();
  let before: PlannedAppointment | undefined;
  let placedBefore: Awaited<ReturnType<typeof readTaken>> = [];
  for (const chunk of chunksOf(plan.appointments)) {
    const taken = await readTaken(tx.db, companyId, chunk, tx.clock.now());
    findPresent(chunk, taken);
    const written = chunk.filter(isWritten);
    if (before?.calendarId !== chunk[0]?.calendarId) placedBefore = [];
    const all = [...withoutOwn(taken, written), ...placedBefore];
    const outside = await readOutside(tx.db, companyId, written);
    noteClashes(done, placeAppointments(written, all, outside), plan);
    const ids = new Set(written.map(({ eventId }) => eventId));
    placedBefore = all.filter(({ eventId }) => ids.has(eventId));
    before = chunk.at(-1);
  }
  const named = plan.appointments.filter(isWritten).flatMap(({ row }) => recordedCustomer(row) ?? []);
  const { unknown } = await matchCustomers(tx, [...named, ...plan.customers], restBetween(restTimes));
  done.customers = unknown.size;
  done.removed = plan.cancelled.length + (plan.removesGone ? plan.gone.length : 0);
  done.removedIds = new Set(plan.cancelled.map(({ recordId }) => recordId));
  return done;
}

/** Of about `chunkSize`; the parts of a visit are in one. */
function* chunksOf(appointments: readonly PlannedAppointment[]): Generator<PlannedAppointment[]> {
  let chunk: PlannedAppointment[] = [];
  for (const one of appointments) {
    if (chunk.length >= chunkSize && isFirstPart(one)) {
      yield chunk;
      chunk = [];
    }
    chunk.push(one);
  }
  if (chunk.length) yield chunk;
}

const newDone = (): Done => ({ clashes: [], customers: 0, removed: 0, removedIds: new Set() });
const isWritten = ({ result }: PlannedAppointment) => result === 'added' || result === 'changed';

async function carryOut(
  context: ImportContext,
  plan: ImportPlan,
  { fileName, choices }: ImportedFile<BookingChoices>,
  rest: Rest,
): Promise<Done> {
  const { source } = plan.file;
  const importId = randomUUIDv7();
  const total = plan.services.length + plan.customers.length + plan.appointments.filter(isFirstPart).length;
  await inCompany(context, false, (tx) =>
    beginImport(tx, { importId, fileName, source, total, choices: choicesToKeep(plan, choices) }),
  );
  const origin: Origin = { source, importId, remindFrom: plan.remindFrom };
  const done = newDone();
  try {
    if (plan.services.length > 0) {
      await inCompany(context, false, async (tx) => {
        await writeServices(tx, plan.services, plan.data, origin);
        await touchImport(tx, importId, plan.services.length);
      });
      await rest();
    }
    const contacts = new Map<string, string>();
    let written = plan.services.length;
    // Before the appointments: these know less of them.
    for (const some of batches(plan.customers, chunkSize)) {
      written += some.length;
      const { found, added } = await inCompany(context, false, async (tx) => {
        const stored = await writeCustomers(tx, some, origin);
        await touchImport(tx, importId, written);
        return stored;
      });
      for (const [key, id] of found) contacts.set(key, id);
      done.customers += added;
      await rest();
    }
    let chunks = 0;
    for (const chunk of chunksOf(plan.appointments)) {
      written += chunk.filter(isFirstPart).length;
      if (!chunk.some(isWritten)) continue;
      const isPowerOfTwo = (++chunks & (chunks - 1)) === 0;
      // A transaction may be repeated: what it has found out counts once.
      const { placed, found, added } = await inCompany(context, false, async (tx) => {
        // Plans that were made for the empty tables of a new installation read all rows for each.
        if (isPowerOfTwo) await sql`discard plans`.execute(tx.db);
        const stored = await writeAppointments(tx, chunk, origin, contacts);
        await touchImport(tx, importId, written);
        return stored;
      });
      for (const [key, id] of found) contacts.set(key, id);
      done.customers += added;
      noteClashes(done, placed, plan);
      await rest();
    }
    const toRemove = [...plan.cancelled, ...(plan.removesGone ? plan.gone : [])];
    for (const chunk of batches(toRemove, chunkSize)) {
      const removed = await inCompany(context, false, (tx) => removeAppointments(tx, source, chunk));
      done.removed += removed.size;
      for (const id of removed) done.removedIds.add(id);
      await rest();
    }
    await inCompany(context, false, async (tx) => {
      await endImport(tx, importId, 'done');
      const added = plan.appointments.filter((one) => one.result === 'added' && isFirstPart(one)).length;
      const services = plan.services.filter(({ result }) => result === 'added').length;
      await audit(tx, `Imported ${services} services and ${added} appointments`);
    });
  } catch (error) {
    await inCompany(context, false, (tx) => endImport(tx, importId, 'stopped')).catch(() => {});
    throw error;
  }
  return done;
}

function noteClashes(done: Done, placed: readonly Placed[], { data }: ImportPlan): void {
  for (const { appointment, beside, isOverOutside } of placed) {
    const { row, calendarId, start, title } = appointment;
    const clash = {
      line: row.line,
      start: start.toString(),
      person: data.people.find((one) => one.calendarId === calendarId)?.name ?? '',
      name: row.customer?.name || title,
    };
    if (beside) done.clashes.push({ ...clash, other: beside.name, isOutside: false });
    if (isOverOutside) done.clashes.push({ ...clash, other: '', isOutside: true });
  }
}
