// Tests of vCards as phones and programs write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { readCards } from './read-cards.ts';

function cardsIn(lines: string[], charset = 'utf-8') {
  const { titles, rows } = readCards(iconv.encode(lines.join('\r\n'), charset), charset);
  return rows.map(({ line, cells, isBroken }) => {
    const filled = titles.flatMap((title, at) => (cells[at] ? [[title, cells[at]] as const] : []));
    return { line, ...(isBroken ? { isBroken } : Object.fromEntries(filled)) };
  });
}
const card = (version: string, ...lines: string[]) => ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD'];

test('2.1 of Outlook: parameters without names, an encoding of its own, the mobile number first, no fax', () => {
  const lines = card(
    '2.1',
    'N;LANGUAGE=de;CHARSET=Windows-1252:Müller;Jörg',
    'FN;CHARSET=Windows-1252:Jörg Müller',
    'TEL;WORK;FAX:030 5550199',
    'TEL;WORK;VOICE:030 5550100',
    'TEL;CELL;VOICE:0171 5550101',
    'EMAIL;PREF;INTERNET:joerg@example.de',
    'X-MS-OL-DESIGN;CHARSET=utf-8:<card xmlns="http://schemas.example.org/a:b"><img src="x;y"/></card>',
    'PHOTO;ENCODING=BASE64;TYPE=JPEG:/9j/4AAQ',
    ' AAAA',
    '',
  );
  const expected = {
    'First name': 'Jörg',
    'Last name': 'Müller',
    'E-mail': 'joerg@example.de',
    Phone: '0171 5550101',
    'Phone 2': '030 5550100',
  };
  assert.deepEqual(cardsIn(lines, 'windows-1252'), [{ line: 1, ...expected }]);
});

test('2.1 of a phone: quoted-printable with soft breaks', () => {
  const lines = card(
    '2.1',
    'N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:B=C4=93rzi=C5=86=C5=A1;J=C4=81n=',
    'is;;;',
    'TEL;CELL:+371 20 000 001',
    'NOTE;ENCODING=QUOTED-PRINTABLE:Tea=20please=0Aalways',
  );
  const expected = {
    'First name': 'Jānis',
    'Last name': 'Bērziņš',
    Phone: '+371 20 000 001',
    Notes: 'Tea please\nalways',
  };
  assert.deepEqual(cardsIn(lines), [{ line: 1, ...expected }]);
});

test('3.0 of Apple: groups, the preferred address, a birthday without a year', () => {
  const lines = card(
    '3.0',
    'N:Berg;Anna;;;',
    'item1.EMAIL;type=INTERNET:second@example.org',
    'item2.EMAIL;type=INTERNET;type=pref:anna@example.org',
    'item2.X-ABLabel:_$!<Home>!$_',
    'TEL;type=HOME;type=pref:+371 67 000 000',
    'TEL;type=IPHONE;type=CELL;type=VOICE:+371 20 000 206',
    'BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-07',
    'CATEGORIES:VIP,Short\\, grey',
  );
  const expected = {
    ...{ 'First name': 'Anna', 'Last name': 'Berg', 'E-mail': 'anna@example.org', 'E-mail 2': 'second@example.org' },
    ...{ Phone: '+371 20 000 206', 'Phone 2': '+371 67 000 000', Birthday: '--0307', Tags: 'VIP, Short, grey' },
  };
  assert.deepEqual(cardsIn(lines), [{ line: 1, ...expected }]);
});

test('3.0 of Apple: a label beside a number says its kind, a list of cards is a tag, no part of a name is lost', () => {
  const lines = [
    ...card(
      '3.0',
      'N:Berg,Roze;Anna;Maria;Dr.;',
      'FN:Dr. Anna Maria Berg Roze',
      'item1.TEL:+371 67 000 001',
      'item1.X-ABLabel:_$!<WorkFAX>!$_',
      'item2.TEL:+371 67 000 002',
      'item2.X-ABLabel:_$!<Work>!$_',
      'item3.TEL:+371 20 000 003',
      'item3.X-ABLabel:_$!<Mobile>!$_',
      'UID:a-1',
    ),
    ...card('3.0', 'N:VIP;;;;', 'FN:VIP', 'X-ADDRESSBOOKSERVER-KIND:group', 'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:a-1'),
  ];
  const expected = {
    ...{ 'First name': 'Anna Maria', 'Last name': 'Berg Roze', Phone: '+371 20 000 003' },
    ...{ 'Phone 2': '+371 67 000 002', Tags: 'VIP' },
  };
  assert.deepEqual(cardsIn(lines), [{ line: 1, ...expected }]);
});

test('4.0: addresses as values, preferences, a day and month', () => {
  const lines = card(
    '4.0',
    'FN:Zane Ziediņa',
    'BDAY;VALUE=DATE:--0412',
    'TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+371-67-000-000;ext=12',
    'TEL;VALUE=uri;TYPE="voice,cell":tel:+37120000308',
    'EMAIL;PREF=2:b@example.org',
    'EMAIL;PREF=1:a@example.org',
    'LANG:lv',
  );
  const expected = {
    ...{ Name: 'Zane Ziediņa', 'E-mail': 'a@example.org', 'E-mail 2': 'b@example.org', Phone: '+37120000308' },
    ...{ 'Phone 2': '+371-67-000-000 ext. 12', Birthday: '--0412', Language: 'lv' },
  };
  assert.deepEqual(cardsIn(lines), [{ line: 1, ...expected }]);
});

test('a card that does not end is broken, and one within another is left out', () => {
  const inner = ['AGENT:', ...card('2.1', 'FN:The agent'), 'TEL:20 000 001'];
  assert.deepEqual(cardsIn([...card('2.1', 'FN:Anna', ...inner), 'BEGIN:VCARD', 'FN:Half']), [
    { line: 1, Name: 'Anna', Phone: '20 000 001' },
    { line: 11, isBroken: true },
  ]);
});
