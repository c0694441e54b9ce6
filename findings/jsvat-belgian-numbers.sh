#!/usr/bin/env bash
# jsvat 2.5.4 refuses every Belgian VAT number that begins with 1.
#
# Belgian enterprise numbers have ten digits, and the first is 0 or 1: the numbers with 0 run out. The last two digits
# are 97 minus the remainder of the first eight by 97. jsvat takes a number with 0 and the right check digits, and says
# of one with 1, whose check digits are right too, that even its format is wrong.
#
# Installs the package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund jsvat@2.5.4

cat >try.cjs <<'CODE'
const { checkVAT, belgium } = require('jsvat');
const withCheck = (first) => `BE${first}${String(97 - (Number(first) % 97)).padStart(2, '0')}`;
for (const first of ['04031707', '10000000', '10000001', '12345678']) {
  const number = withCheck(first);
  const { isValid, isValidFormat } = checkVAT(number, [belgium]);
  console.log(`${number} valid=${isValid} format=${isValidFormat}`);
}
CODE

seen=$(node try.cjs)
expected='BE0403170701 valid=true format=true
BE1000000021 valid=false format=false
BE1000000120 valid=false format=false
BE1234567894 valid=false format=false'
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "The behaviour has changed. Expected:"
  echo "$expected"
  exit 1
fi
