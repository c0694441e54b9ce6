#!/usr/bin/env bash
# smpp 0.5.1 writes texts in the GSM alphabet and says that they are ASCII.
#
# A `short_message` given as text is encoded in the GSM 7-bit default alphabet (3GPP TS 23.038), if it has the letters,
# and `data_coding` becomes 1, which SMPP 3.4, 5.2.19, defines as IA5/ASCII; the default alphabet of the centre is 0. A
# centre that follows the specification reads "@" as NUL, "$" as 0x02 and "é" as 0x05. The package reads 1 as GSM as
# well, so two ends that both use it notice nothing. Letters of ASCII that GSM has elsewhere are the same problem:
# "[" leaves as 1B 3C. Callers who set `data_coding: 0` get the same octets under their right name.
#
# Installs the package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund smpp@0.5.1

cat >try.mjs <<'CODE'
import smpp from 'smpp';

for (const text of ['a@b', '$5', 'café', '[1]']) {
  const octets = new smpp.PDU('submit_sm', { destination_addr: '1', short_message: text }).toBuffer();
  // The last field: one octet with its length, then the text.
  const length = [...octets.keys()].find((size) => size > 0 && octets.at(-size - 1) === size);
  const { data_coding: coding } = smpp.PDU.fromBuffer(octets);
  console.log(`${text}: data_coding ${coding}, ${octets.subarray(-length).toString('hex')}`);
}
CODE

seen=$(node try.mjs)
expected='a@b: data_coding 1, 610062
$5: data_coding 1, 0235
café: data_coding 1, 63616605
[1]: data_coding 1, 1b3c311b3e'
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "The behaviour has changed. Expected:"
  echo "$expected"
  exit 1
fi
