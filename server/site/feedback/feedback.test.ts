// Tests of feedback from visitors and users, and of the notification of operators.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reminders } from '#contract/messaging/feed.ts';
import { application } from '#contract/site/application.ts';
import { systemFeedback } from '#contract/site/feedback.ts';
import { home } from '#contract/site/home.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

test('feedback is listed with its author, newest first; an unverified address is not linked to an account', async () => {
  await using app = await testApp();
  const { employee: operator } = await buildBusiness(app, { actions: ['sys'] });
  const { employee } = await buildBusiness(app, { firstName: 'Mara', lastName: 'Ozola', logIn: 'mara@daybook.test' });
  const long = 'The calendar is empty. '.repeat(9).trim();
  await app.call(home.feedback, { type: 'happy', message: 'Lovely.', name: 'Anna', eMail: 'mara@daybook.test' });
  app.clock.advance({ minutes: 1 });
  await app.call(application.sendFeedback, { type: 'bug', message: long }, await signIn(app, employee));
  const { answer } = await app.call(systemFeedback.operations.getPaginated, {}, await signIn(app, operator));
  const rows = answer.feedback.map(({ type, message, name, eMail, logIn }) => ({ type, message, name, eMail, logIn }));
  const mara = 'mara@daybook.test';
  assert.deepEqual(rows, [
    { type: 'bug', message: long, name: 'Mara Ozola', eMail: mara, logIn: mara },
    { type: 'happy', message: 'Lovely.', name: 'Anna', eMail: mara, logIn: '' },
  ]);
  assert.deepEqual(
    answer.feedback.map(({ summary }) => summary),
    ['The calendar is empty. The calendar is empty. The calendar is empty. The calend…', 'Lovely.'],
  );
});

test('only operators are notified of feedback, each in their language', async () => {
  await using app = await testApp();
  const { employee: german } = await buildBusiness(app, { actions: ['sys'], language: 'de' });
  const { employee: english } = await buildBusiness(app, { actions: ['user', 'sys'] });
  const { employee: admin } = await buildBusiness(app, { actions: ['admin'] });
  const { answer: stored } = await app.call(home.feedback, {
    type: 'question',
    message: 'Are you open?',
    name: 'Anna',
  });
  await app.call(home.feedback, { type: 'bug', message: 'x'.repeat(400) });
  const notified = async (person: typeof admin) =>
    (await app.call(reminders.getByCreatedAndUser, {}, await signIn(app, person))).answer;
  assert.deepEqual((await notified(german)).map(({ text }) => text).toSorted(), [
    'Anna fragt: Are you open?',
    `Ein Besucher meldet ein Problem: ${'x'.repeat(119)}…`,
  ]);
  const question = (await notified(english)).find(({ text }) => text === 'Anna asks: Are you open?');
  assert.deepEqual([question?.type, question?.link], ['system', `/app/system/feedback?open=${stored.id}`]);
  assert.deepEqual(await notified(admin), []);
});

test('one person may send ten messages in 15 minutes, from any address', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const caller = await signIn(app, employee);
  const send = () => app.call(application.sendFeedback, { type: 'happy', message: 'Thank you' }, caller);
  for (let sent = 0; sent < 10; sent++) assert.equal((await send()).status, 204);
  assert.equal((await send()).status, 429);
});
