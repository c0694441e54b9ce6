// Tests of setting up an employee, through HTTP: details, the name of a person who works elsewhere, the picture.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { companyEmployee } from '#contract/company/employee.ts';
import { account } from '#contract/identity/account.ts';
import {
  type BuiltEmployee,
  buildBusiness,
  buildEmployee,
  buildLocation,
  buildMembership,
} from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { makeRecord } from '#server/testing/lists/records.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

async function salon(app: TestApp) {
  const { company, location, employee: admin } = await buildBusiness(app, { actions: ['user', 'admin'] });
  const mara = await buildEmployee(app, location, {
    firstName: 'Mara',
    lastName: 'Ozola',
    urlName: 'mara-ozola',
    isProfilePublic: false,
    isCalendarPublic: false,
  });
  return { company, location, admin, mara, as: await signIn(app, admin) };
}

const nameOf = ({ database }: TestApp, { userId }: BuiltEmployee) =>
  database.read
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
const placeOf = ({ database }: TestApp, { companyId, userId }: BuiltEmployee) =>
  database.read
    .selectFrom('employees')
    .selectAll()
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();

test('an administrator changes name and details; omitted fields, sign-in and switches stay', async () => {
  await using app = await testApp();
  const { mara, as } = await salon(app);
  const id = mara.userId;
  const saved = await app.call(companyEmployee.saveDetails, { id, lastName: 'Liepa', profession: 'Stylist' }, as);
  assert.equal(saved.status, 200, saved.body);
  assert.deepEqual(await nameOf(app, mara), { firstName: 'Mara', lastName: 'Liepa' });
  const { answer } = await app.call(companyEmployee.getDetails, { id }, as);
  assert.deepEqual(answer, saved.answer);
  assert.deepEqual([answer.name, answer.profession, answer.logIn], ['Mara Liepa', 'Stylist', mara.logIn]);
  assert.equal((await placeOf(app, mara)).urlName, 'mara-liepa', 'the public name follows');
  assert.equal((await app.call(companyEmployee.saveDetails, { ...answer, description: 'Colour' }, as)).status, 200);
  const after = await placeOf(app, mara);
  assert.deepEqual(
    [after.description, after.profession, after.isProfilePublic, after.isCalendarPublic],
    ['Colour', 'Stylist', false, false],
  );
  for (const foreign of [{ logIn: 'other@salon.example' }, { isProfilePublic: true }]) {
    const { answer: kept } = await app.call(companyEmployee.saveDetails, { id, ...foreign } as { id: string }, as);
    assert.deepEqual([kept.logIn, kept.isProfilePublic], [mara.logIn, false], 'ignored');
  }
  const audits = await app.database.read.selectFrom('userAudits').select('text').orderBy('id').execute();
  assert.equal(audits[0]?.text, `Changed the details of ${mara.logIn}`);
});

test('of two administrators who change a person, the second reads what the first has saved', async () => {
  await using app = await testApp();
  const { mara, as } = await salon(app);
  const id = mara.userId;
  const { answer: read } = await app.call(companyEmployee.getDetails, { id }, as);
  const save = (input: { profession?: string; lastName?: string; version?: string }) =>
    app.call(companyEmployee.saveDetails, { id, ...input }, as);
  const first = await save({ profession: 'Stylist', version: read.version });
  assert.equal(first.status, 200);
  assert.notEqual(first.answer.version, read.version);
  const second = await save({ lastName: 'Liepa', version: read.version });
  assert.equal(second.status, 409);
  const { Row } = JSON.parse(second.body) as { Row: { Profession: string; LastName: string; Version: string } };
  assert.deepEqual([Row.Profession, Row.LastName, Row.Version], ['Stylist', 'Ozola', first.answer.version]);
  assert.equal((await nameOf(app, mara)).lastName, 'Ozola', 'nothing of it is stored');
  const own = { phoneNumber: '+371 20000009' };
  assert.equal((await app.call(account.setCurrent, own, await signIn(app, mara))).status, 200);
  assert.equal((await save({ lastName: 'Liepa', version: Row.Version })).status, 409, 'the person themselves, too');
  const { answer: now } = await app.call(companyEmployee.getDetails, { id }, as);
  const [one, other] = await Promise.all([
    save({ profession: 'Barber', version: now.version }),
    save({ profession: 'Colourist', version: now.version }),
  ]);
  assert.deepEqual([one.status, other.status].sort(), [200, 409], 'of two at the same moment one is saved');
  assert.equal((await save({ lastName: 'Liepa' })).status, 200, 'without a version, as before');
});

test('the name of a person who also works elsewhere stays theirs, the profession here does not', async () => {
  await using app = await testApp();
  const { mara, as } = await salon(app);
  const abroad = await buildBusiness(app, { actions: ['admin'] });
  await buildMembership(app, mara, abroad.location);
  const id = mara.userId;
  const { answer } = await app.call(companyEmployee.getDetails, { id }, as);
  assert.equal(answer.nameLock, 'nameElsewhere');
  for (const name of [{ firstName: 'Max' }, { lastName: '' }]) {
    assert.equal((await app.call(companyEmployee.saveDetails, { id, ...name, profession: 'X' }, as)).status, 403);
  }
  assert.deepEqual(await nameOf(app, mara), { firstName: 'Mara', lastName: 'Ozola' });
  assert.equal((await placeOf(app, mara)).profession, '', 'nothing of a refused change is stored');
  const saved = await app.call(companyEmployee.saveDetails, { ...answer, profession: 'Stylist' }, as);
  assert.equal(saved.status, 200, 'the same name, as it was answered');
  assert.equal((await placeOf(app, mara)).profession, 'Stylist');
  const there = await placeOf(app, { ...mara, companyId: abroad.company.id });
  assert.deepEqual([there.profession, there.urlName], ['', mara.urlName], 'the other company sees nothing of it');
});

test('the name of an operator stays theirs; people of other companies and unknown ones are not found', async () => {
  await using app = await testApp();
  const { location, admin, as } = await salon(app);
  const operator = await buildEmployee(app, location, { actions: ['sys'], firstName: 'Olga' });
  const { answer } = await app.call(companyEmployee.getDetails, { id: operator.userId }, as);
  assert.equal(answer.nameLock, 'isOperator');
  const renamed = await app.call(companyEmployee.saveDetails, { id: operator.userId, firstName: 'Max' }, as);
  assert.equal(renamed.status, 403);
  const own = await app.call(companyEmployee.saveDetails, { id: admin.userId, firstName: 'Rosa' }, as);
  assert.equal(own.answer.firstName, 'Rosa', 'their own');
  const stranger = (await buildBusiness(app)).employee;
  for (const id of [stranger.userId, randomUUIDv7()]) {
    assert.equal((await app.call(companyEmployee.getDetails, { id }, as)).status, 404);
    assert.equal((await app.call(companyEmployee.saveDetails, { id, firstName: 'Max' }, as)).status, 404);
    assert.equal((await app.call(companyEmployee.setPicture, { id }, as)).status, 404);
  }
  assert.notEqual((await nameOf(app, stranger)).firstName, 'Max');
});

test('the picture is one that the administrator uploaded, and the former one is hidden', async () => {
  await using app = await testApp();
  const { admin, mara, as } = await salon(app);
  const id = mara.userId;
  const isPublic = async (fileId: string) =>
    (await app.database.read.selectFrom('files').select('isPublic').where('id', '=', fileId).executeTakeFirstOrThrow())
      .isPublic;
  const [first, second] = [await makeRecord.ownPicture(app, admin), await makeRecord.ownPicture(app, admin)];
  const shown = await app.call(companyEmployee.setPicture, { id, pictureId: first }, as);
  assert.deepEqual([shown.status, shown.answer.pictureId, await isPublic(first)], [200, first, true], shown.body);
  await app.call(companyEmployee.setPicture, { id, pictureId: second }, as);
  assert.deepEqual([await isPublic(first), await isPublic(second)], [false, true]);
  const another = await buildEmployee(app, await buildLocation(app, { id: admin.companyId }), {});
  for (const pictureId of [await makeRecord.ownPicture(app, another), randomUUIDv7()]) {
    assert.equal((await app.call(companyEmployee.setPicture, { id, pictureId }, as)).status, 417);
  }
  const mine = await signIn(app, mara);
  assert.equal((await app.call(account.getCurrentPicture, {}, mine)).answer.id, second);
  await app.call(companyEmployee.setPicture, { id }, as);
  assert.deepEqual(
    [(await app.call(account.getCurrentPicture, {}, mine)).answer.id, await isPublic(second)],
    [null, false],
  );
});

test('the details name what a public profile lacks', async () => {
  await using app = await testApp();
  const { company, as } = await salon(app);
  const nowhere = await buildLocation(app, company, { at: null, address: '' });
  const newcomer = await buildEmployee(app, nowhere, {
    firstName: '',
    lastName: '',
    isEMailVerified: false,
    isProfilePublic: false,
  });
  const details = async () => (await app.call(companyEmployee.getDetails, { id: newcomer.userId }, as)).answer;
  const { obstacles, services, hasHours, path, calendarId } = await details();
  assert.deepEqual(obstacles, ['notVerified', 'notNamed', 'notPlaced']);
  assert.deepEqual([services, hasHours, calendarId], [0, false, newcomer.calendarId]);
  assert.equal(path, `/${nowhere.urlName}/${newcomer.urlName}`);
  await app.call(companyEmployee.saveDetails, { id: newcomer.userId, firstName: 'Ieva' }, as);
  assert.deepEqual((await details()).obstacles, ['notVerified', 'notPlaced']);
});
