// The toasts that a failed call shows.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { dismiss, toastStore } from '#web/lib/ui/toast/toasts.ts';
import { CallError } from './client.ts';
import { showError } from './failures.ts';

afterEach(() => {
  for (const shown of toastStore.getSnapshot()) dismiss(shown.id);
});

const told = (error: unknown) => {
  showError(error, 'It was not saved.');
  return toastStore.getSnapshot().map(({ message }) => message);
};

test("the toast shows the server's reason in place of the general message", () => {
  const reason = { key: 'Id', message: 'This picture is not yours.' };
  assert.deepEqual(told(new CallError(417, 'error.invalid', reason.message, [reason])), [reason.message]);
});

test('without a reason from the server, the toast shows the general message', () => {
  const silent = { key: 'Id', message: '' };
  assert.deepEqual(told(new CallError(417, 'error.invalid', '', [silent])), ['It was not saved.']);
  assert.deepEqual(told(new CallError(500, 'error.unexpected', '')), ['It was not saved.']);
  assert.deepEqual(told(new Error('the browser declined')), ['It was not saved.']);
});

test('a failure that leads to another page shows no toast', () => {
  assert.deepEqual(told(new CallError(410, 'error.locked', 'Locked.')), []);
});
