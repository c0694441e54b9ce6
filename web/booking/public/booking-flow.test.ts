// The booking flow from choice to e-mail, and the idempotency key of a request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FlowEvent, type Hold, initialFlow, reduceFlow } from './booking-flow.ts';
import { createIdempotencyKeys } from './idempotency-key.ts';

const slot = { start: '2026-11-23T09:00:00Z', end: '2026-11-23T09:30:00Z' };
const hold: Hold = { ...slot, id: 'id', type: 'info', token: 'token', heldUntil: '2026-11-23T08:30:00Z' };

test('input survives going back, a refusal, a release and an expiry', () => {
  let flow = reduceFlow(initialFlow(), { to: 'picked', slot });
  flow = reduceFlow(flow, { to: 'typed', details: { name: 'Maria' } });
  const moves: FlowEvent[] = [
    { to: 'refused', refusal: { message: 'taken', nearest: [slot] } },
    { to: 'back' },
    { to: 'picked', slot },
    { to: 'held', hold },
    { to: 'released' },
    { to: 'picked', slot },
    { to: 'held', hold },
    { to: 'expired' },
  ];
  for (const move of moves) {
    flow = reduceFlow(flow, move);
    assert.equal(flow.details.name, 'Maria', move.to);
  }
  assert.equal(flow.step, 'expired');
  assert.equal(flow.slot?.start, slot.start, 'so that it can be held again');
});

test('a hold ends only by an answer or by expiry', () => {
  const held = reduceFlow(initialFlow(), { to: 'held', hold });
  assert.equal(reduceFlow(held, { to: 'back' }).step, 'held');
  assert.equal(reduceFlow(held, { to: 'picked', slot: { start: hold.end, end: hold.end } }).slot?.start, slot.start);
  assert.equal(reduceFlow(held, { to: 'confirmed' }).step, 'confirmed');
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
