// Tests that the guide names every value and word of the papers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { paperType, paperTypeKeys } from './paper-types.ts';
import { originalTemplate } from './render-paper.ts';
import { sayableWords } from './template/liquid.ts';

const guide = readFileSync(new URL('../../../docs/guides/paper-templates.md', import.meta.url), 'utf8');

test('the guide has a row for each type with all its values and lists', () => {
  const [head = ''] = /All types have .*/.exec(guide) ?? [];
  for (const key of paperTypeKeys) {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${key}\``)) ?? '';
    const { values, lists } = paperType(key);
    for (const name of Object.keys(values)) assert.ok(`${head}${row}`.includes(`\`${name}\``), `${key}: ${name}`);
    for (const [list, fields] of Object.entries(lists)) {
      assert.ok(
        row.includes(
          `\`${list}\`: ${Object.keys(fields)
            .map((name) => `\`${name}\``)
            .join(', ')}`,
        ),
        list,
      );
    }
  }
});

test('the guide has every word, and every original prints each value that it is given', () => {
  const [words = ''] = /so that one template serves all languages: .*/.exec(guide) ?? [];
  for (const word of sayableWords()) assert.ok(words.includes(`\`${word}\``), word);
  // The head of a note is its title, and lists of a day stay in the house.
  const left = new Set(['company', 'address', 'phone', 'location']);
  for (const key of paperTypeKeys) {
    for (const name of Object.keys(paperType(key).values).filter((one) => !left.has(one)))
      assert.match(originalTemplate(key), new RegExp(`\\{\\{ ${name} `), `${key}: ${name}`);
  }
});
