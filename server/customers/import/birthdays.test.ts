// Tests of birthdays as programs and people write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { birthdayIn } from './birthdays.ts';
import { dayOrderOf } from './days.ts';

const today = '2026-11-29';

test('days in any usual form are read', () => {
  const forms = [
    ...[
      '1985-03-07',
      '1985-03-07T00:00:00Z',
      '1985/03/07',
      '19850307',
      '07.03.1985',
      '7. 3. 1985',
      '7/3/85',
      '7-3-1985',
    ],
    ...[
      '07.03.1985 0:00',
      '7/3/1985 12:00 AM',
      '31113',
      '7-Mar-85',
      '7. März 1985',
      '7 de marzo de 1985',
      '7 mars 1985',
    ],
    ...['March 7, 1985', 'Thursday, March 7, 1985', '1985. gada 7. marts', '1985 m. kovo 7 d.', '7 marca 1985'],
  ];
  for (const form of forms) assert.equal(birthdayIn(form, 'dayFirst', today), '1985-03-07', form);
  for (const form of [
    '7.3.1985 г.',
    'geb. 7.3.1985',
    '7.3.1985 (41)',
    '7.3.1985 0.00.00',
    '19850307T000000Z',
    '85-03-07',
    '7.III.1985',
    '1985 03 07',
    '７.３.１９８５',
  ])
    assert.equal(birthdayIn(form, 'dayFirst', today), '1985-03-07', form);
  assert.equal(birthdayIn('7 août 1985', 'dayFirst', today), '1985-08-07');
  assert.equal(birthdayIn('7 sierpnia 1985', 'dayFirst', today), '1985-08-07');
  assert.equal(birthdayIn('1.5.24', 'dayFirst', today), '2024-05-01');
  assert.equal(birthdayIn('1.5.27', 'dayFirst', today), '1927-05-01');
});

test('a birthday without a year keeps its day and month', () => {
  for (const form of ['--0307', '--03-07', '0000-03-07', '1604-03-07', '1900-03-07', '7.3.', '7 March'])
    assert.equal(birthdayIn(form, 'dayFirst', today), '--03-07', form);
  assert.equal(birthdayIn('29.02.', 'dayFirst', today), '--02-29');
});

test('an empty day is none, others are refused', () => {
  for (const empty of [
    '',
    '0/0/00',
    '00.00.0000',
    '0000-00-00',
    '-',
    '1/1/1900',
    '1900-01-00',
    '30.12.1899',
    '0001-01-01',
    '1/1/4501',
  ])
    assert.equal(birthdayIn(empty, 'dayFirst', today), null);
  for (const wrong of ['31.02.1990', 'soon', 'none', '2099-01-01', '05/1985', '0307', '38'])
    assert.equal(birthdayIn(wrong, 'dayFirst', today), undefined, wrong);
});

test('a name of a month that means two in different languages is refused', () => {
  assert.equal(birthdayIn('7 listopada 1985', 'dayFirst', today), undefined);
  assert.equal(birthdayIn('7 srpnja 1985', 'dayFirst', today), '1985-07-07');
  assert.equal(birthdayIn('7-Jui-85', 'dayFirst', today), undefined);
});

test('the unambiguous days of a column say its order, else the country', () => {
  const american = ['12/25/1985', '03/07/1990', '11/30/1979', '7/4/1991'];
  const order = dayOrderOf(american, undefined);
  assert.deepEqual(
    american.map((day) => birthdayIn(day, order, today)),
    ['1985-12-25', '1990-03-07', '1979-11-30', '1991-07-04'],
  );
  assert.deepEqual(
    [
      dayOrderOf(['03/07/1990'], 'US'),
      dayOrderOf(['03/07/1990'], 'LV'),
      dayOrderOf(['03/07/1990', '25/12/1985'], 'US'),
    ],
    ['monthFirst', 'dayFirst', 'dayFirst'],
  );
});
