// Tests that the browser, which reads the contract without zod, uses the server's wire name for every field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { services } from '#contract/all.ts';
import type { Operation } from '#contract/lib/service.ts';
import * as serverWire from '#contract/lib/wire.ts';
import { browser, browserWire } from '#web/lib/testing/as-browser.ts';

/** All names below a schema, down to a fixed depth because schemas may be recursive. */
function names(wire: typeof serverWire, schema: z.ZodType, depth = 0): unknown {
  if (depth > 6) return '…';
  const fields = wire.fieldsOf(schema);
  if (fields) {
    return Object.entries(fields).map(([key, field]) => [
      key,
      wire.wireName(key, field),
      names(wire, field, depth + 1),
    ]);
  }
  const element = wire.elementOf(schema);
  return element ? { each: names(wire, element, depth + 1) } : '';
}

test('every field of every operation has the same name in the browser and on the server', () => {
  let compared = 0;
  for (const [service, operations] of Object.entries(services)) {
    for (const [key, operation] of Object.entries<Operation>(operations)) {
      const there: Operation | undefined = (browser.services as Record<string, Record<string, Operation>>)[service]?.[
        key
      ];
      assert.ok(there, `${service}.${key}`);
      assert.equal(there.path, operation.path);
      assert.deepEqual(there.methods, operation.methods);
      for (const side of ['input', 'output'] as const) {
        const ours: z.ZodType | null = operation[side];
        const theirs: z.ZodType | null = there[side];
        assert.equal(theirs === null, ours === null);
        if (!ours || !theirs) continue;
        assert.deepEqual(names(browserWire, theirs), names(serverWire, ours), `${service}.${key} ${side}`);
        compared += 1;
      }
    }
  }
  assert.ok(compared > 50);
});

test('the browser maps names in both directions, including irregular spellings of the specification', () => {
  const { getCurrent } = browser.services.user;
  const wire = { User: { Languages_Id: 'a', FirstName: 'b' }, Locations: [{ Id: 'c', Name: 'd' }] };
  const inner = browserWire.fromWire(getCurrent.output, wire, { query: false }, []);
  assert.deepEqual(inner, { user: { languageId: 'a', firstName: 'b' }, locations: [{ id: 'c', name: 'd' }] });
  assert.deepEqual(browserWire.toWire(getCurrent.output, inner), wire);
});

test('the items of a recursive menu are converted at every depth', () => {
  const leaf = { Name: 'Calendars', SRef: '/app/user/calendars', Childrens: [] };
  const wire = { Version: '1', Menu: [{ Name: 'Work', Childrens: [{ Name: 'Own', Childrens: [leaf] }] }] };
  for (const [with_, operation] of [
    [serverWire, services.application.getMenu],
    [browserWire, browser.services.application.getMenu],
  ] as const) {
    const inner = with_.fromWire(operation.output, wire, { query: false }, []);
    assert.deepEqual(with_.toWire(operation.output, inner), wire);
    assert.match(JSON.stringify(inner), /"sRef":"\/app\/user\/calendars"/);
  }
});
