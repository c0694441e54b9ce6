// Tests of the bundled gazetteer: its results and its speed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reverseGeocode, searchPlaces, timeZoneAt } from './gazetteer.ts';

const first = (text: string) => searchPlaces(text)[0]?.lineAddress;

test('a city is found whatever the accents, the case and the language of its name', () => {
  for (const text of ['riga', 'Rīga', 'RIGA', 'Рига', 'rig']) assert.equal(first(text), 'Riga, Latvia', text);
  for (const text of ['munchen', 'München', 'Munich', 'muenchen', 'Мюнхен'])
    assert.equal(first(text), 'Munich, Bavaria, Germany', text);
});

test('the larger place comes first, and a full name before a longer one', () => {
  assert.equal(first('london'), 'London, England, United Kingdom');
  assert.equal(first('york'), 'York, England, United Kingdom');
  assert.equal(first('new york'), 'New York City, New York, United States');
  assert.equal(first('monaco')?.startsWith('Monaco'), true);
});

test('a word within a name matches', () => {
  assert.ok(searchPlaces('janeiro').some((place) => place.name === 'Rio de Janeiro'));
});

test('a country or a state after the name narrows the search', () => {
  assert.equal(first('Portland, Maine'), 'Portland, Maine, United States');
  assert.equal(first('Portland, OR'), 'Portland, Oregon, United States');
  assert.equal(first('Tbilisi, Georgia'), 'Tbilisi, Georgia');
  assert.equal(first('Savannah, Georgia'), 'Savannah, Georgia, United States');
  assert.equal(first('riga latvia'), 'Riga, Latvia');
  assert.equal(first('Latvija'), 'Riga, Latvia');
});

test('a street before the city is returned as typed, and so is the postal code', () => {
  const place = searchPlaces('Brīvības iela 55, LV-1010 Rīga, Latvija')[0];
  assert.equal(place?.street, 'Brīvības iela 55');
  assert.equal(place?.zipCode, 'LV-1010');
  assert.equal(place?.city, 'Riga');
  assert.equal(place?.lineAddress, 'Brīvības iela 55, Riga, Latvia');
  assert.equal(first('10 Downing Street London'), '10 Downing Street, London, England, United Kingdom');
});

test('unknown parts are a dash', () => {
  const place = searchPlaces('riga')[0];
  assert.deepEqual(place, {
    lineAddress: 'Riga, Latvia',
    latitude: 56.946,
    longitude: 24.1059,
    placeId: 'geonames:456172',
    street: '-',
    city: 'Riga',
    state: 'Riga',
    country: 'Latvia',
    zipCode: '-',
    name: 'Riga',
  });
});

test('a quarter is found by its name and has its city', () => {
  const place = searchPlaces('Kreuzberg')[0];
  assert.equal(place?.name, 'Kreuzberg');
  assert.equal(place?.city, 'Berlin');
});

test('a place near the given point is preferred', () => {
  assert.equal(searchPlaces('london', { near: { latitude: 42.98, longitude: -81.24 } })[0]?.state, 'Ontario');
  assert.equal(searchPlaces('springfield', { near: { latitude: 42.1, longitude: -72.6 } })[0]?.state, 'Massachusetts');
  assert.equal(searchPlaces('springfield', { near: { latitude: 39.8, longitude: -89.6 } })[0]?.state, 'Illinois');
});

test('the limit applies, and a text without a place finds nothing', () => {
  assert.equal(searchPlaces('san', { limit: 3 }).length, 3);
  assert.equal(searchPlaces('san').length, 10);
  for (const text of ['', '   ', ',', '| \n', 'qqzzxxjj', 'x'.repeat(100_000)])
    assert.deepEqual(searchPlaces(text), [], text.slice(0, 20));
});

test('a point has its city and country, and its own coordinates', () => {
  const place = reverseGeocode(56.9512, 24.1134);
  assert.equal(place.lineAddress, 'Riga, Latvia');
  assert.equal(place.latitude, 56.9512);
  assert.equal(place.longitude, 24.1134);
  assert.equal(reverseGeocode(40.728, -74.078).city, 'Jersey City');
  assert.equal(reverseGeocode(-17.7, 179.99).country, 'Fiji');
});

test('a border counts more than distance', () => {
  // Valka and Valga are one town in two countries.
  assert.equal(reverseGeocode(57.772, 26.01).country, 'Latvia');
  assert.equal(reverseGeocode(57.782, 26.06).country, 'Estonia');
});

test('the open sea and the poles have no city', () => {
  const pole = reverseGeocode(90, 0);
  assert.equal(pole.lineAddress, '-');
  assert.equal(pole.city, '-');
  assert.equal(pole.country, '-');
  assert.equal(reverseGeocode(60, 90).city, '-');
  assert.equal(reverseGeocode(60, 90).country, 'Russia');
});

test('time zones follow the coordinates', () => {
  assert.equal(timeZoneAt(56.95, 24.11), 'Europe/Riga');
  assert.equal(timeZoneAt(40.71, -74.01), 'America/New_York');
  assert.equal(timeZoneAt(-31.55, 159.08), 'Australia/Lord_Howe');
  assert.equal(timeZoneAt(27.7, 85.32), 'Asia/Kathmandu');
  assert.throws(() => timeZoneAt(91, 0), RangeError);
});
