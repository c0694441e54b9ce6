// Duration and order of toasts.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { dismiss, pause, resume, toast, toastStore, toastWithUndo } from './toasts.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => {
  for (const shown of toastStore.getSnapshot()) dismiss(shown.id);
  mock.timers.reset();
});

const messages = () => toastStore.getSnapshot().map((shown) => shown.message);

test('the newest toast is on top, and each disappears after five seconds', () => {
  toast('info', 'first');
  mock.timers.tick(2_000);
  toast('danger', 'second');
  assert.deepEqual(messages(), ['second', 'first']);
  mock.timers.tick(3_000);
  assert.deepEqual(messages(), ['second']);
  mock.timers.tick(2_000);
  assert.deepEqual(messages(), []);
});

test('a repeated message is shown once, for five more seconds', () => {
  toast('danger', 'lost');
  mock.timers.tick(4_000);
  toast('danger', 'lost');
  mock.timers.tick(4_000);
  assert.deepEqual(messages(), ['lost']);
});

test('the offer to undo a change stays for half a minute, as long as its mail waits', () => {
  toastWithUndo('moved', { label: 'Undo', run() {} });
  mock.timers.tick(29_999);
  assert.deepEqual(messages(), ['moved']);
  mock.timers.tick(1);
  assert.deepEqual(messages(), []);
});

test('a paused toast stays until it is resumed', () => {
  toast('info', 'long words');
  const id = toastStore.getSnapshot()[0]?.id ?? 0;
  pause(id);
  mock.timers.tick(60_000);
  assert.deepEqual(messages(), ['long words']);
  resume(id);
  mock.timers.tick(5_000);
  assert.deepEqual(messages(), []);
});
