// Tests that the checks of PDF/A find what they are for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderPdf } from '#server/money/invoices/pdf/render-pdf.ts';
import { buildDocument, pdfRequest } from '#server/testing/build/document.ts';
import { findBroken } from './pdf-a.ts';

test('each rule that a file breaks is found', async () => {
  const request = pdfRequest(buildDocument(), 'de');
  const file = (await renderPdf(request)).toString('latin1');
  const brokenBy = (part: string, by: string, xml = request.xml) => {
    // The places of objects stay.
    const changed = file.replaceAll(part, by.padEnd(part.length));
    return findBroken(Buffer.from(changed, 'latin1'), xml);
  };
  assert.deepEqual(brokenBy('', ''), []);
  for (const [part, by, rule] of [
    ['/ID [', '/Id [', '6.1.3: an ID of two strings'],
    ['<pdfaid:part>3', '<pdfaid:part>2', '6.6.4: part 3'],
    ['/GTS_PDFA1', '/GTS_PDFX1', '6.2.3: one output intent'],
    ['/Marked true', '/Marked null', '6.7.2.2: tagged'],
    ['/Lang (de)', '/Lang (??)', '6.7.4: a language'],
    ['/UserUnit 1', '/AA null', '6.5: no actions, no forms'],
    ['/ProcSet', '/SMask', '6.2.10: no transparency'],
    ['/Tabs /S', '/Tabs /R', '6.7.3: pages in the structure tree'],
    ['/AFRelationship /Alternative', '/AFRelationship /Unspecified', '6.8: its relationship'],
    ['/UF (factur-x.xml)', '/UF (factur-x.txt)', '6.8: its name, F and UF'],
  ] as const) {
    assert.ok(brokenBy(part, by).includes(rule), rule);
  }
  const fonts = brokenBy('/FontFile2', '/FontFile9');
  assert.equal(fonts.filter((rule) => /is embedded$/.test(rule)).length, 2);
  const widths = brokenBy('/W [0 [600', '/W [0 [700');
  assert.equal(widths.filter((rule) => /widths/.test(rule)).length, 1);
  assert.deepEqual(brokenBy('', '', `${request.xml} `), ['the XML of the invoice']);
  assert.throws(() => findBroken(Buffer.from(file.replace('endstream', ' endstream'), 'latin1'), ''), /Not a PDF file/);
});
