// The booking flow from choice to e-mail, and the idempotency key of a request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdempotencyKeys } from '#web/lib/client/idempotency-keys.ts';
import {
  emptyDetails,
  type Flow,
  type FlowEvent,
  type Hold,
  reduceFlow,
  type StepEntry,
  stepAt,
} from './booking-flow.ts';

const slot = { start: '2026-11-23T09:00:00Z', end: '2026-11-23T09:30:00Z' };
const hold: Hold = {
  ...slot,
  id: 'id',
  type: 'info',
  userUrlName: 'ilze',
  name: 'Ilze Ozola',
  price: 30,
  token: 'token',
  heldUntil: '2026-11-23T08:30:00Z',
};

const start: Flow = { details: emptyDetails };
const held: StepEntry = { step: 'held', slot, depth: 2 };

test('input survives a refusal, a release, an expiry and a confirmation', () => {
  let flow = reduceFlow(start, { to: 'typed', details: { name: 'Maria' } });
  const moves: FlowEvent[] = [
    { to: 'picked' },
    { to: 'refused', refusal: { message: 'taken', nearest: [slot] } },
    { to: 'held', hold },
    { to: 'released' },
    { to: 'held', hold },
    { to: 'expired' },
    { to: 'held', hold },
    { to: 'confirmed' },
  ];
  for (const move of moves) {
    flow = reduceFlow(flow, move);
    assert.equal(flow.details.name, 'Maria', move.to);
  }
});

test('an entry of the history shows the hold while there is one; going back and picking again keep it', () => {
  assert.equal(stepAt(undefined, start), 'choose');
  assert.equal(stepAt({ ...held, step: 'details' }, start), 'details');
  assert.equal(stepAt(held, start), 'details', 'nothing is held: the visitor continues from their details');
  const withHold = reduceFlow(reduceFlow(start, { to: 'held', hold }), { to: 'picked' });
  assert.equal(stepAt(held, withHold), 'held');
  assert.equal(stepAt(held, reduceFlow(withHold, { to: 'expired' })), 'expired');
  assert.equal(stepAt({ ...held, step: 'confirmed' }, start), 'confirmed');
});

test('a request reuses its key until it is answered; another request gets another key', () => {
  const keys = createIdempotencyKeys();
  const first = keys.keyFor({ start: 1 });
  assert.match(first, /^[0-9a-f]{32}$/);
  assert.equal(keys.keyFor({ start: 1 }), first);
  assert.notEqual(keys.keyFor({ start: 2 }), first);
  const second = keys.keyFor({ start: 2 });
  keys.reset();
  assert.notEqual(keys.keyFor({ start: 2 }), second);
});
