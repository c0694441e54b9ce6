// Tests of the operator's list of companies: the geo location of a company.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemCompanies } from '#contract/operations/companies.ts';
import { geolocations } from '#contract/places.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

test('the operator moves any company to a geo location of that company or of their own', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys', 'admin'] })).employee);
  const place = async (as: { cookie: string }, lineAddress: string) =>
    (await app.call(geolocations.insert, { lineAddress, latitude: 56.95, longitude: 24.1 }, as)).answer.id;
  const { updateGeoLocation } = systemCompanies.operations;
  const put = (companyId: string, geolocationId: string) =>
    app.call(updateGeoLocation, { companyId, geolocationId }, operator);

  const updated = await put(company.id, await place(operator, 'Brīvības iela 1'));
  assert.equal(updated.answer.geolocation?.lineAddress, 'Brīvības iela 1');
  const own = await put(company.id, await place(await signIn(app, employee), 'Tirgus iela 2'));
  assert.equal(own.answer.geolocation?.lineAddress, 'Tirgus iela 2');
  assert.notEqual(own.answer.version, updated.answer.version);
  const stored = await app.call(systemCompanies.operations.getById, { id: company.id }, operator);
  assert.equal(stored.answer.geolocation?.lineAddress, 'Tirgus iela 2');
});
