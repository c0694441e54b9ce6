// The operator's list of companies through HTTP: where each of them is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemCompanies } from '#contract/operations/companies.ts';
import { geolocations } from '#contract/places.ts';
import { buildBusiness, signIn } from '#server/testing/build.ts';
import { testHouse } from '#server/testing/house.ts';

test('the operator puts any company at a place of its own or of his', async () => {
  await using house = await testHouse();
  const { company, employee } = await buildBusiness(house, { actions: ['admin'] });
  const operator = await signIn(house, (await buildBusiness(house, { actions: ['sys', 'admin'] })).employee);
  const place = async (as: { cookie: string }, lineAddress: string) =>
    (await house.call(geolocations.insert, { lineAddress, latitude: 56.95, longitude: 24.1 }, as)).answer.id;
  const { updateGeoLocation } = systemCompanies.operations;
  const put = (companyId: string, geolocationId: string) =>
    house.call(updateGeoLocation, { companyId, geolocationId }, operator);

  const his = await put(company.id, await place(operator, 'Brīvības iela 1'));
  assert.equal(his.answer.geolocation?.lineAddress, 'Brīvības iela 1');
  const own = await put(company.id, await place(await signIn(house, employee), 'Tirgus iela 2'));
  assert.equal(own.answer.geolocation?.lineAddress, 'Tirgus iela 2');
  assert.notEqual(own.answer.version, his.answer.version);
  const kept = await house.call(systemCompanies.operations.getById, { id: company.id }, operator);
  assert.equal(kept.answer.geolocation?.lineAddress, 'Tirgus iela 2');
});
