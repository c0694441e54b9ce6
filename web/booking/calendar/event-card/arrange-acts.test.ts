// Tests of the actions of an event's card: one first, two beside it, and none lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staffMoves, undoMoves, type VisitStatus } from '#contract/booking/visit-states.ts';
import { arrangeActs } from './arrange-acts.ts';

const now = Temporal.Instant.from('2027-03-24T08:00:00Z');
const later = '2027-03-24T09:00:00Z';
const earlier = '2027-03-24T07:30:00Z';

const arranged = (status: VisitStatus | null, end = later, isEditable = true, hasSlip = true) => {
  const { first, beside, more } = arrangeActs(
    { visitId: status && 'visit', status, isEditable, end },
    { hasSlip: hasSlip && status !== null, now },
  );
  return `${first ?? ''}: ${beside.join(' ')} / ${more.join(' ')}`;
};

test('the first action is the next step of the day, and those of every day stand beside it', () => {
  assert.equal(arranged('requested', later, true, false), 'confirmed: declined edit / again cancelled');
  assert.equal(arranged('confirmed'), 'arrived: completed edit / started again slip no_show cancelled');
  assert.equal(arranged('arrived'), 'started: completed edit / confirmed again slip no_show cancelled');
  assert.equal(arranged('started'), 'completed: edit again / arrived slip cancelled');
  assert.equal(arranged('completed'), ': again edit / confirmed arrived started slip');
  assert.equal(arranged('no_show', later, true, false), 'again: arrived edit / confirmed');
});

test('once its time has passed, a visit is completed, or its customer did not come', () => {
  assert.equal(arranged('confirmed', earlier), 'completed: no_show edit / arrived started again slip cancelled');
  assert.equal(arranged('arrived', earlier), 'completed: edit again / confirmed started slip no_show cancelled');
});

test('blocked time, held time and the events of others have no menu', () => {
  assert.equal(arranged(null), 'edit: delete / ');
  assert.equal(arranged('held', later, true, false), 'edit: delete / ');
  assert.equal(arranged('confirmed', later, false), 'edit: again slip / ');
  assert.equal(arranged(null, later, false), 'edit:  / ');
});

test('every state that staff may give is among the actions, whenever the event ends', () => {
  for (const status of ['requested', 'confirmed', 'arrived', 'started', 'completed', 'no_show'] as const) {
    for (const end of [earlier, later]) {
      const { first, beside, more } = arrangeActs(
        { visitId: 'visit', status, isEditable: true, end },
        { hasSlip: true, now },
      );
      const acts = [...(first ? [first] : []), ...beside, ...more];
      const moves: readonly VisitStatus[] = staffMoves[status];
      const undone: readonly VisitStatus[] = undoMoves[status] ?? [];
      const expected = [...moves.filter((to) => !undone.includes(to)), 'edit', 'again', 'slip'];
      assert.deepEqual(acts.toSorted(), expected.toSorted(), status);
      assert.ok(beside.length <= 2, `${beside.length} beside the first`);
    }
  }
});
