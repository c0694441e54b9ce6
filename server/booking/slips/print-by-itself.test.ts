// Tests slips that print by themselves when an appointment is confirmed, and that none says what no longer holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { papers } from '#contract/booking/papers.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyTypePrinters } from '#contract/devices/listing-types.ts';
import { companyPrintJobs } from '#contract/devices/print-jobs.ts';
import { endJobs } from '#server/devices/jobs/end-jobs.ts';
import { handOver } from '#server/devices/jobs/hand-over.ts';
import { settleJob } from '#server/devices/jobs/settle-job.ts';
import { buildEmployee } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { request, salon } from '#server/testing/build/salon.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';

/** A salon whose ready printer prints slips by itself. */
async function printingSalon({ isOn = true } = {}) {
  const app = await salon({ actions: ['admin'], now: '2026-03-02T08:00:00Z' });
  const device = await buildDevice(app, app.employee);
  await app.database.write.updateTable('devices').set({ isConfirmed: true }).execute();
  if (isOn) await app.call(companyTypePrinters.setAutomatic, { typeKey: 'appointment', isOn }, app.as);
  const asking = { companyId: app.company.id, id: device.id };
  const jobs = () =>
    app.database.read
      .selectFrom('printJobs')
      .select(['id', 'state', 'reason', 'causeKind', 'causeKey', 'createdBy', 'document', 'expiresAt'])
      .orderBy('id')
      .execute();
  const states = async () => (await jobs()).map(({ state }) => state);
  const next = async () => (await handOver(app, asking))?.id;
  return { ...app, device, asking, jobs, states, next };
}

test('a slip prints where a location has switched it on: for staff, requests and visitors; not for walk-ins or the past', async () => {
  await using off = await printingSalon({ isOn: false });
  await off.insert('12:00', '13:00');
  assert.deepEqual(await off.jobs(), [], 'off by default');

  await using app = await printingSalon();
  const { calendarId } = app.employee;
  const entered = await app.insert('12:00', '13:00');
  assert.equal(entered.status, 200, entered.body);
  const [slip = assert.fail('no slip')] = await app.jobs();
  assert.deepEqual([slip.state, slip.causeKind, slip.createdBy], ['waiting', 'slip', null]);
  assert.equal((slip.document as unknown as Record<string, string>).customer, 'Mara');
  assert.equal(String(slip.expiresAt), '2026-03-02T12:00:00Z');
  const service = await buildService(app, app.employee);
  const parts = [{ calendarId, serviceId: service.id, start: '2026-03-02T14:00:00Z' }];
  const visit = { contactId: null, name: 'Ina', acceptClosed: true, parts };
  assert.equal((await app.call(visits.insertVisit, visit, app.as)).status, 200);
  assert.equal((await app.jobs()).length, 2, 'a visit of services');
  const walkIn = {
    ...visit,
    name: 'Uno',
    isWalkIn: true,
    parts: [{ calendarId, serviceId: service.id, start: '2026-03-02T08:00:00Z' }],
  };
  assert.equal((await app.call(visits.insertVisit, walkIn, app.as)).status, 200);
  await app.insert('06:00', '07:00', { acceptClosed: true });
  assert.equal((await app.jobs()).length, 2, 'neither a walk-in nor the past');

  const asked = await request(app, '15:00');
  assert.equal((await app.jobs()).length, 2, 'a request is no confirmation');
  await app.call(publicCalendars.processAppointment, { actionHash: asked.actionHash, action: 'confirm' });
  assert.equal((await app.jobs()).length, 3, 'confirmed by its link');
  await app.call(publicCalendars.processAppointment, { actionHash: asked.actionHash, action: 'confirm' });
  const waiting = await buildEvent(app, app.employee, {
    start: '2026-03-03T10:00:00Z',
    status: 'requested',
    name: 'Edgars',
  });
  assert.equal((await app.move(waiting.id, 'confirmed')).status, 200);
  assert.equal((await app.move(waiting.id, 'arrived')).status, 200);
  assert.equal((await app.move(waiting.id, 'confirmed')).status, 200, 'the desk takes it back');
  assert.equal((await app.jobs()).length, 4, 'taken by staff, once');
});

test('without a ready printer that is no browser nothing is queued, and the appointment is made', async () => {
  await using app = await printingSalon();
  const change = (values: object) => app.database.write.updateTable('devices').set(values).execute();
  const hours = ['10', '11', '12', '13'];
  for (const values of [
    { isConfirmed: false },
    { isConfirmed: true, isPaused: true },
    { isPaused: false, connection: 'browser' },
  ]) {
    await change(values);
    const [hour = ''] = hours.splice(0, 1);
    assert.equal((await app.insert(`${hour}:00`, `${hour}:30`)).status, 200);
  }
  assert.deepEqual(await app.jobs(), []);
  // A second ready printer: nothing says which one.
  await change({ connection: 'agent' });
  await buildDevice(app, app.employee);
  await change({ isConfirmed: true });
  assert.equal((await app.insert('13:00', '13:30')).status, 200);
  assert.deepEqual(await app.jobs(), []);
});

test('a slip that waits expires when its appointment is moved, changed or cancelled, and prints again when it is as it was', async () => {
  await using app = await printingSalon();
  const { answer: event } = await app.insert('12:00', '13:00');
  const [first] = await app.jobs();
  assert.equal((await app.move(event.id, 'cancelled')).status, 200);
  assert.equal(await app.next(), undefined, 'nothing wrong is printed');
  assert.deepEqual(await endJobs(app), { uncertain: 0, late: 0, told: 0 });
  const [ended] = await app.jobs();
  assert.deepEqual([ended?.state, ended?.reason], ['expired', 'changed']);
  assert.equal(
    (await app.call(companyPrintJobs.operations.getById, { id: first?.id ?? '' }, app.as)).answer.reason,
    'changed',
  );
  // Confirmed once more before the time of the undo is over: the same slip waits again.
  assert.equal((await app.move(event.id, 'confirmed')).status, 200);
  assert.deepEqual(
    (await app.jobs()).map(({ id, state, reason }) => [id, state, reason]),
    [[first?.id, 'waiting', '']],
  );

  // A move by staff: the slip that a person prints then is another one.
  const visit = (await app.call(visits.getVisit, { id: event.id }, app.as)).answer;
  const [part] = visit.parts;
  const moved = {
    ...{ id: visit.id, version: visit.version, name: 'Mara', acceptClosed: true },
    parts: [
      { eventId: part?.eventId ?? '', calendarId: app.employee.calendarId, start: '2026-03-02T15:00:00Z', minutes: 60 },
    ],
  };
  const answer = await app.call(visits.updateVisit, moved, app.as);
  assert.equal(answer.status, 200, answer.body);
  assert.equal(await app.next(), undefined);
  const print = async () => (await app.call(papers.printSlip, { visitId: visit.id }, app.as)).answer;
  const other = await print();
  assert.deepEqual([other.isNew, other.job?.state], [true, 'waiting']);
  // A colleague does it instead.
  const anna = await buildEmployee(app, app.location);
  await app.database.write
    .updateTable('events')
    .set({ calendarId: anna.calendarId })
    .where('id', '=', event.id)
    .execute();
  assert.equal(await app.next(), undefined);
  const third = await print();
  assert.notEqual(third.job?.id, other.job?.id);
  await app.database.write.deleteFrom('visits').execute();
  assert.equal(await app.next(), undefined);
  await endJobs(app);
  assert.deepEqual(await app.states(), ['expired', 'expired', 'expired']);
});

test('a slip on paper, or in the printer, is left as it is; what the slip does not say does not end it', async () => {
  await using app = await printingSalon();
  const { answer: event } = await app.insert('12:00', '13:00');
  await app.database.write.updateTable('visits').set({ updatedAt: app.clock.now(), language: 'lv' }).execute();
  assert.equal((await app.move(event.id, 'arrived')).status, 200, 'the customer is here already');
  const id = await app.next();
  assert.ok(id);
  assert.equal((await app.move(event.id, 'confirmed')).status, 200);
  assert.equal((await app.move(event.id, 'cancelled')).status, 200);
  await settleJob(app, app.asking, { job: 'handed', outcome: 'printed' });
  await endJobs(app);
  assert.deepEqual(await app.states(), ['printed']);
  assert.equal((await app.move(event.id, 'confirmed')).status, 200);
  assert.deepEqual(await app.states(), ['printed'], 'it is on paper: not twice by itself');
});

test('a colleague without administration who prints the slip that waits by itself sees what becomes of it', async () => {
  await using app = await printingSalon();
  const anna = await buildEmployee(app, app.location, { actions: ['user'] });
  const hers = await signIn(app, anna);
  const { answer: event } = await app.insert('12:00', '13:00', { calendarId: anna.calendarId });
  const [slip] = await app.jobs();
  const look = () => app.call(companyPrintJobs.operations.getById, { id: slip?.id ?? '' }, hers);
  assert.equal((await look()).status, 404);
  const pressed = await app.call(papers.printSlip, { visitId: event.id }, hers);
  assert.deepEqual([pressed.status, pressed.answer.isNew, pressed.answer.job?.id], [200, false, slip?.id]);
  assert.equal((await look()).status, 200);
});
