// The names of a company and of its location on public pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCompany } from './place-names.ts';

test('a company and its location of one name stand once', () => {
  const names = { companyName: 'Salon Gaisma', location: { name: 'salon gaisma ' } };
  assert.equal(withCompany(['Hairdresser'], names), 'Hairdresser');
  assert.equal(withCompany(['', null], names), '');
  assert.equal(withCompany(['Hairdresser'], { ...names, location: { name: 'Harbour' } }), 'Hairdresser · Salon Gaisma');
  assert.equal(withCompany([''], { ...names, location: null }), 'Salon Gaisma');
});
