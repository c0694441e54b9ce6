// Tests the limits of inputs, read from the browser's version of the contract's schemas.
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'zod'
      ? next('#web/lib/client/contract-names.ts', { ...context, parentURL: import.meta.url })
      : next(specifier, context),
});
const { z } = await import('zod');
const fields = await import('#contract/lib/fields.ts');
const { rulesOf, lengthOf, numberRange } = await import('./field-rules.ts');
const { issuesIn } = await import('./issues-in.ts');
const { codeOf } = await import('#contract/lib/issue-code.ts');
const { user } = await import('#contract/identity/sign-in.ts');
const { account } = await import('#contract/identity/account.ts');
const { calendarSetup } = await import('#contract/booking/calendar-setup.ts');

const said = (schema: Parameters<typeof rulesOf>[0], value: unknown) => issuesIn(schema, value).map(codeOf)[0];
const code = (schema: Parameters<typeof rulesOf>[0], value: unknown) => said(schema, value)?.code;

test('a required text must be present and within its limit; an optional one can be empty', () => {
  assert.equal(code(fields.text(5), ' '), 'field.required');
  assert.equal(code(fields.text(5), 'longer'), 'field.long');
  assert.deepEqual(said(fields.text(5), 'longer')?.params, { maximum: 5 });
  assert.equal(rulesOf(fields.text(5)).isRequired, true);
  assert.equal(code(fields.text(5), 'short'), undefined);
  assert.equal(code(fields.note(5), ''), undefined);
  assert.equal(rulesOf(fields.note(5)).isRequired, false);
});

test('e-mail addresses, phone numbers, zones and patterns have their own messages', () => {
  assert.equal(code(fields.eMail, 'anna'), 'field.email');
  assert.equal(code(fields.eMail, 'anna@example.org'), undefined);
  assert.equal(code(fields.maybe(fields.phone), ''), undefined);
  assert.equal(code(fields.maybe(fields.phone), 'x'), 'field.phone');
  assert.equal(code(fields.knownZone, ''), 'field.required');
  assert.equal(code(fields.knownZone, 'Europe/Riga'), undefined);
  assert.equal(code(fields.urlName, ''), 'field.required');
  assert.equal(code(fields.webLink, ''), undefined);
  assert.equal(code(fields.webLink, 'javascript:alert(1)'), 'field.link');
});

test('numbers have limits, switches are never required, enums list their options', () => {
  assert.equal(code(z.number().int().min(1).max(9), 0), 'field.small');
  assert.equal(code(z.number().int().min(1).max(9), 10), 'field.big');
  assert.equal(code(z.number().int(), 1.5), 'field.invalid');
  assert.deepEqual(said(fields.money, 12.345), { code: 'field.decimals', params: { maximum: 2 } });
  assert.deepEqual(said(z.number().multipleOf(0.0001), 0.00001)?.params, { maximum: 4 });
  assert.equal(code(z.number().multipleOf(0.25), 0.3), 'field.invalid');
  assert.equal(code(fields.money, 12.34), undefined);
  assert.equal(code(z.number(), null), 'field.required');
  assert.equal(rulesOf(z.boolean()).isRequired, false);
  assert.deepEqual(rulesOf(z.enum(['a', 'b'])).options, ['a', 'b']);
});

test('inputs take their limits from the operation', () => {
  assert.deepEqual(lengthOf(user.create, 'logIn'), { maxLength: 254 });
  assert.deepEqual(lengthOf(user.create, 'password'), { maxLength: 128 });
  assert.deepEqual(lengthOf(account.setCurrent, 'phoneNumber'), { maxLength: 26 });
  assert.deepEqual(numberRange(calendarSetup.saveService, 'minutes'), { min: 5, max: 1440, allowDecimal: false });
  assert.deepEqual(numberRange(calendarSetup.saveService, 'horizonDays'), { min: 1, max: 730, allowDecimal: false });
  assert.deepEqual(numberRange(calendarSetup.saveService, 'price'), { min: 0, max: 1e6, allowDecimal: true });
});
