#!/usr/bin/env bash
# vcf 2.1.2 returns values of vCards with their escapes.
#
# RFC 2426 and 6350 write a comma in a value as "\,", a semicolon as "\;" and a line break as "\n", so that the address
# books of phones and mail programs have them in most notes and many company names. The parser returns every value as it
# stands in the file, with nothing that undoes the escapes: a customer's company becomes "Berg\, Ozols & Co.", and the
# two lines of a note one line with "\n" in it. vcard4 4.0.5 returns the text.
#
# Installs the packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund vcf@2.1.2 vcard4@4.0.5

cat >try.mjs <<'CODE'
import { parse } from 'vcard4';
import vCard from 'vcf';

const card = (version) =>
  ['BEGIN:VCARD', `VERSION:${version}`, 'FN:Eva Berg\\, MD', 'N:Berg\\, MD;Eva;;;', 'ORG:Berg\\, Ozols & Co.',
    'NOTE:Prefers mornings\\, calls first.\\nSecond line', 'END:VCARD', ''].join('\r\n');
const read = new vCard().parse(card('3.0'));
for (const name of ['fn', 'n', 'org', 'note']) console.log(`vcf ${name}: ${JSON.stringify(read.get(name).valueOf())}`);
const note = parse(card('4.0')).getProperty('NOTE')[0].value;
console.log(`vcard4 note: ${JSON.stringify(note)}`);
CODE

seen=$(node try.mjs)
expected='vcf fn: "Eva Berg\\, MD"
vcf n: "Berg\\, MD;Eva;;;"
vcf org: "Berg\\, Ozols & Co."
vcf note: "Prefers mornings\\, calls first.\\nSecond line"
vcard4 note: "Prefers mornings, calls first.\nSecond line"'
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "The behaviour has changed. Expected:"
  echo "$expected"
  exit 1
fi
