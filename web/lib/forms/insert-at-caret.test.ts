// Placeholders go into the text, parts into their own paragraphs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertInto } from './insert-at-caret.ts';

test('a placeholder replaces the selection, and the cursor follows it', () => {
  assert.deepEqual(insertInto('Hello you, come', [6, 9], '{{visitor}}', false), {
    text: 'Hello {{visitor}}, come',
    at: 17,
  });
});

test('a part gets its own paragraph, wherever the cursor was', () => {
  assert.deepEqual(insertInto('One Two', [3, 3], '{{time}}', true), { text: 'One\n\n{{time}}\n\nTwo', at: 13 });
  assert.deepEqual(insertInto('One\n\n', [5, 5], '{{time}}', true), { text: 'One\n\n{{time}}', at: 13 });
  assert.deepEqual(insertInto('', [0, 0], '{{time}}', true), { text: '{{time}}', at: 8 });
});
