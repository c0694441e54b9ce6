// Tests the queue of papers: one paper for each cause, printer and copy; results that are lost, late and repeated.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { companyPrintJobs, printJobs } from '#contract/devices/print-jobs.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildDevice, buildPaper } from '#server/testing/build/device.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';
import { endJobs } from './end-jobs.ts';
import { findPrinter } from './find-printer.ts';
import { handOver } from './hand-over.ts';
import { settleJob } from './settle-job.ts';

async function desk() {
  const app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const device = await buildDevice(app, employee);
  await app.database.write.updateTable('devices').set({ isConfirmed: true }).where('id', '=', device.id).execute();
  const asking = { companyId: company.id, id: device.id };
  const place = { companyId: company.id, locationId: location.id, deviceId: device.id, createdBy: employee.userId };
  const stateOf = async (id: string) => (await app.call(companyPrintJobs.operations.getById, { id }, headers)).answer;
  return {
    ...{ app, company, location, employee, headers, device, asking, place, stateOf },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test('a printer gets one paper at a time, the same one when it asks again, and the next once it has answered', async () => {
  await using at = await desk();
  const { app, asking, place } = at;
  const first = await buildPaper(app, { ...place, text: 'First' });
  app.clock.advance({ seconds: 1 });
  const second = await buildPaper(app, { ...place, text: 'Second' });
  const [one, same] = await Promise.all([handOver(app, asking), handOver(app, asking)]);
  assert.equal(one?.id, first.id);
  assert.deepEqual({ ...same, isRepeated: false }, { ...one, isRepeated: false });
  assert.notEqual(same?.isRepeated, one?.isRepeated);
  assert.equal((await handOver(app, asking))?.token, one?.token);
  const settle = (job: Parameters<typeof settleJob>[2]['job']) => settleJob(app, asking, { job, outcome: 'printed' });
  assert.equal(await settle({ token: one?.token ?? '' }), 'printed');
  assert.equal(await settle({ token: one?.token ?? '' }), 'printed', 'repeated');
  const next = await handOver(app, asking);
  assert.equal(next?.id, second.id);
  assert.notDeepEqual(next?.paper.rows, one?.paper.rows);
  assert.equal(await settle({ shortId: next?.shortId ?? '' }), 'printed');
  assert.equal(await handOver(app, asking), undefined);
  const logged = await app.database.read.selectFrom('deviceLogs').select(['text', 'typeKey']).execute();
  assert.deepEqual(logged, [
    { text: 'Printed', typeKey: 'note' },
    { text: 'Printed', typeKey: 'note' },
  ]);
});

test('without an answer a paper is uncertain and never printed again by itself; a late result counts', async () => {
  await using at = await desk();
  const { app, asking, place, stateOf } = at;
  const lost = await buildPaper(app, { ...place, minutes: 60 });
  const handed = await handOver(app, asking);
  assert.equal(handed?.id, lost.id);
  app.clock.advance({ seconds: 119 });
  await endJobs(app);
  assert.equal((await stateOf(lost.id)).state, 'handed');
  app.clock.advance({ seconds: 1 });
  assert.deepEqual(await endJobs(app), { uncertain: 1, late: 0, told: 0 });
  assert.equal(await handOver(app, asking), undefined);
  assert.equal((await stateOf(lost.id)).isAsked, true);
  assert.equal(await settleJob(app, asking, { job: 'handed', outcome: 'printed' }), 'printed');
  assert.equal((await stateOf(lost.id)).state, 'printed');
  // A poll ends it, too, and the next paper is handed over.
  const silent = await buildPaper(app, place);
  await handOver(app, asking);
  app.clock.advance({ minutes: 2 });
  const next = await buildPaper(app, place);
  assert.equal((await handOver(app, asking))?.id, next.id);
  assert.equal((await stateOf(silent.id)).state, 'uncertain');
  // Surely not printed; after so long the paper is not tried again.
  assert.equal(await settleJob(app, asking, { job: { shortId: silent.shortId }, outcome: 'again' }), 'failed');
});

test('a paper that was not fetched is handed over three times, then it has failed', async () => {
  await using at = await desk();
  const { app, asking, place, stateOf } = at;
  const paper = await buildPaper(app, place);
  const tokens = new Set<string>();
  for (const state of ['waiting', 'waiting', 'failed']) {
    tokens.add((await handOver(app, asking))?.token ?? '');
    assert.equal(await settleJob(app, asking, { job: 'handed', outcome: 'again' }), state);
  }
  assert.equal(tokens.size, 3);
  assert.deepEqual(pick(await stateOf(paper.id)), ['failed', 'notTaken']);
  // A medium that it cannot read begins from the start.
  const other = await buildPaper(app, place);
  await handOver(app, asking);
  await settleJob(app, asking, { job: 'handed', outcome: 'again', refusedMedia: 'image/png' });
  assert.deepEqual((await handOver(app, asking))?.refusedMedia, ['image/png']);
  // Handed over before, and on paper after all: not a second time.
  await settleJob(app, asking, { job: 'handed', outcome: 'again' });
  assert.equal(await settleJob(app, asking, { job: { shortId: other.shortId }, outcome: 'printed' }), 'printed');
  assert.equal(await handOver(app, asking), undefined);
});

const pick = ({ state, reason }: { state: string; reason: string }) => [state, reason];

test('paper that waited for too long, was cancelled or is for a paused printer is not printed', async () => {
  await using at = await desk();
  const { app, asking, place, headers, stateOf } = at;
  const late = await buildPaper(app, { ...place, minutes: 2 });
  app.clock.advance({ minutes: 2 });
  assert.equal(await handOver(app, asking), undefined);
  assert.equal((await stateOf(late.id)).state, 'expired');
  const [one, other] = [await buildPaper(app, place), await buildPaper(app, place)];
  assert.equal((await app.call(printJobs.cancel, { id: one.id }, headers)).answer.state, 'cancelled');
  const { answer } = await app.call(printJobs.cancelAll, { printerId: other.deviceId }, headers);
  assert.deepEqual(answer, { cancelled: 1 });
  assert.equal(await handOver(app, asking), undefined);
  const paused = await buildPaper(app, place);
  const pause = (isPaused: boolean) => app.database.write.updateTable('devices').set({ isPaused }).execute();
  await pause(true);
  assert.equal(await handOver(app, asking), undefined);
  await pause(false);
  assert.equal((await handOver(app, asking))?.id, paused.id);
  assert.equal((await app.call(printJobs.cancel, { id: paused.id }, headers)).status, 409);
});

test('a printer prints its test page only, until a person has confirmed it; pressing 32 times prints one', async () => {
  await using at = await desk();
  const { app, asking, place, headers, device } = at;
  await app.database.write.updateTable('devices').set({ isConfirmed: false }).execute();
  await buildPaper(app, place);
  assert.equal(await handOver(app, asking), undefined);
  const press = () => app.call(printJobs.printTestPage, { printerId: device.id }, headers);
  const pressed = await Promise.all(Array.from({ length: 32 }, press));
  assert.equal(new Set(pressed.map(({ answer }) => answer.job?.id)).size, 1);
  assert.equal(pressed.filter(({ answer }) => answer.isNew).length, 1);
  const test = await handOver(app, asking);
  assert.equal(test?.id, pressed[0]?.answer.job?.id);
  await settleJob(app, asking, { job: 'handed', outcome: 'printed' });
  assert.equal(await handOver(app, asking), undefined);
  assert.equal((await app.call(printJobs.confirm, { printerId: device.id }, headers)).status, 204);
  assert.equal((await handOver(app, asking)) !== undefined, true);
});

test('printing again makes one copy for each number; what surely was not printed is printed as itself', async () => {
  await using at = await desk();
  const { app, asking, place, headers } = at;
  const paper = await buildPaper(app, place);
  const again = (copy: number, id = paper.id) => app.call(printJobs.again, { id, copy }, headers);
  assert.equal((await again(1)).status, 409, 'it still waits');
  const original = await handOver(app, asking);
  await settleJob(app, asking, { job: 'handed', outcome: 'printed' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => again(1)));
  assert.equal(new Set(answers.map(({ answer }) => answer.job?.id)).size, 1);
  assert.equal((await again(3)).status, 417);
  const copy = await handOver(app, asking);
  assert.equal((copy?.paper.height ?? 0) > (original?.paper.height ?? 0), true, 'it says that it is a copy');
  await settleJob(app, asking, { job: 'handed', outcome: 'failed', reason: 'paperOut' });
  const renewed = await again(1, copy?.id);
  assert.deepEqual([renewed.answer.job?.id, renewed.answer.isNew], [copy?.id, true]);
  assert.equal((await handOver(app, asking))?.id, copy?.id);
});

test('a long paper has parts: one that fails stops the rest, and printing again begins where a person says', async () => {
  await using at = await desk();
  const { app, asking, place, headers, stateOf, device } = at;
  await app.database.write.updateTable('deviceStates').set({ maxHeight: 400 }).execute();
  const text = Array.from({ length: 60 }, (_, index) => `Line ${index}`).join('\n');
  const paper = await buildPaper(app, { ...place, text });
  const first = await handOver(app, asking);
  assert.equal((first?.paper.height ?? 0) <= 400, true);
  const { parts } = await stateOf(paper.id);
  assert.ok(parts >= 4, String(parts));
  await settleJob(app, asking, { job: 'handed', outcome: 'printed' });
  const second = await handOver(app, asking);
  assert.equal((await stateOf(second?.id ?? '')).part, 2);
  await settleJob(app, asking, { job: 'handed', outcome: 'failed', reason: 'paperOut' });
  assert.equal(await handOver(app, asking), undefined);
  const states = await app.database.read.selectFrom('printJobs').select(['part', 'state']).orderBy('part').execute();
  assert.deepEqual(
    states.map(({ state }) => state),
    ['printed', 'failed', ...Array.from({ length: parts - 2 }, () => 'cancelled')],
  );
  // The part that failed is printed as itself, with those behind it.
  const retried = await app.call(printJobs.again, { id: second?.id ?? '', copy: 0, fromPart: 2 }, headers);
  assert.deepEqual([retried.answer.isNew, retried.answer.job?.id], [true, second?.id]);
  const rest: number[] = [];
  for (let next = await handOver(app, asking); next; next = await handOver(app, asking)) {
    rest.push((await stateOf(next.id)).part);
    await settleJob(app, asking, { job: { token: next.token }, outcome: 'printed' });
  }
  assert.deepEqual(
    rest,
    Array.from({ length: parts - 1 }, (_, index) => index + 2),
  );

  const { answer } = await app.call(printJobs.again, { id: paper.id, copy: 1, fromPart: 2 }, headers);
  assert.equal(answer.job?.part, 2);
  const other = await app.call(printJobs.again, { id: paper.id, copy: 1, fromPart: 1 }, headers);
  assert.deepEqual([other.answer.isNew, other.answer.job?.id], [false, answer.job?.id], 'one copy 1');
  const seen: number[] = [];
  for (let next = await handOver(app, asking); next; next = await handOver(app, asking)) {
    seen.push((await stateOf(next.id)).part);
    await settleJob(app, asking, { job: { token: next.token }, outcome: 'printed' });
  }
  assert.deepEqual(
    seen,
    Array.from({ length: seen.length }, (_, index) => index + 2),
  );
  assert.ok(seen.length >= parts - 1, `${seen.length} of ${parts} at ${device.name}`);
});

test('a paper that cannot be made has failed with the reason, and the next one is printed', async () => {
  await using at = await desk();
  const { app, asking, place, stateOf } = at;
  const broken = await buildPaper(app, place);
  await app.database.write.updateTable('printJobs').set({ document: '{"text":5}' }).execute();
  app.clock.advance({ seconds: 1 });
  const next = await buildPaper(app, place);
  assert.equal((await handOver(app, asking))?.id, next.id);
  assert.deepEqual(pick(await stateOf(broken.id)), ['failed', 'template']);
});

test('a type prints on its printer at the location, else on the default of the person, else on the only one there', async () => {
  await using at = await desk();
  const { app, employee, location, device, company } = at;
  const { write } = app.database;
  const context = { db: write, user: { id: employee.userId, companyId: company.id } } as SignedIn;
  const found = async (more: object = {}) =>
    (await findPrinter(context, { typeKey: 'note', locationId: location.id, printerId: null, ...more }))?.id;
  assert.equal(await found(), device.id);
  const other = await buildDevice(app, employee);
  assert.equal(await found(), device.id, 'the other one is not confirmed');
  await write.updateTable('devices').set({ isConfirmed: true }).execute();
  assert.equal(await found(), undefined, 'two to choose from');
  const own = { companyId: company.id, userId: employee.userId, kind: 'printer', deviceId: other.id };
  await write.insertInto('userDevices').values(own).execute();
  assert.equal(await found(), other.id);
  const { id: typeId } = await write
    .selectFrom('listingTypes')
    .select('id')
    .where('key', '=', 'note')
    .executeTakeFirstOrThrow();
  const choice = { companyId: company.id, typeId, locationId: location.id, deviceId: device.id };
  await write.insertInto('typePrinters').values(choice).execute();
  assert.equal(await found(), device.id);
  assert.equal(await found({ inBrowser: true }), null, 'the print dialog');
});

test('papers that wait for five minutes are told to the administrators once', async () => {
  await using at = await desk();
  const { app, place, employee } = at;
  await buildPaper(app, { ...place, minutes: 60 });
  app.clock.advance({ minutes: 5 });
  assert.equal((await endJobs(app)).told, 1);
  assert.equal((await endJobs(app)).told, 0);
  const reminders = await app.database.read
    .selectFrom('reminders')
    .select(['text', 'link'])
    .where('userId', '=', employee.userId)
    .execute();
  assert.equal(reminders.length, 1);
  assert.match(reminders[0]?.text ?? '', /five minutes/);
});

test('a person sees their own papers, an administrator those of their locations, and no one those of others', async () => {
  await using at = await desk();
  const { app, location, company, place, headers } = at;
  const anna = await buildEmployee(app, location);
  const far = await buildLocation(app, company);
  const local = await buildEmployee(app, far, { actions: ['lcladmin'] });
  const paper = await buildPaper(app, { ...place, createdBy: anna.userId });
  const read = async (as: Record<string, string>) => {
    const { answer } = await app.call(companyPrintJobs.operations.getPaginated, {}, as);
    return answer.jobs.map(({ id }) => id);
  };
  assert.deepEqual(await read(headers), [paper.id]);
  assert.deepEqual(await read(await signIn(app, anna)), [paper.id]);
  assert.deepEqual(await read(await signIn(app, local)), []);
  const picture = await app.server.inject({ url: `/api/printjobs/GetPaper?id=${paper.id}`, headers });
  assert.equal(picture.rawPayload.readUInt32BE(16), 576);
  const strange = await app.server.inject({ url: `/api/printjobs/GetPaper?id=${randomUUIDv7()}`, headers });
  assert.equal(strange.statusCode, 404);
});

test('the print dialog of a browser is settled by the person', async () => {
  await using at = await desk();
  const { app, headers, device, stateOf } = at;
  await app.database.write.updateTable('devices').set({ connection: 'browser' }).execute();
  const { answer } = await app.call(printJobs.printTestPage, { printerId: device.id }, headers);
  const id = answer.job?.id ?? assert.fail('no job');
  assert.deepEqual([answer.job?.state, answer.job?.isAsked], ['handed', true]);
  const settle = (isPrinted: boolean) => app.call(printJobs.settle, { id, isPrinted }, headers);
  assert.equal((await settle(false)).answer.state, 'failed');
  assert.equal((await settle(true)).status, 409);
  assert.deepEqual(pick(await stateOf(id)), ['failed', 'person']);
});
