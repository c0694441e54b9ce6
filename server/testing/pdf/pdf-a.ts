// Checks a PDF for the rules of PDF/A-3 (ISO 19005-3) that files of invoices could break: validators are programs that
// machines of developers lack. Each check names the clause.
import assert from 'node:assert/strict';
import { XmlDocument } from 'libxml2-wasm';
import { type Dict, isDict, isStream, nameOf, type PdfObjects, type PdfValue, readObjects } from './pdf-objects.ts';

/** Throws with every rule that the file breaks. `xml` is the invoice that it must contain. */
export function assertPdfA(file: Buffer, xml: string): void {
  assert.deepEqual(findBroken(file, xml), []);
}

export function findBroken(file: Buffer, xml: string): string[] {
  const broken: string[] = [];
  const expect = (holds: boolean, rule: string) => void (holds || broken.push(rule));
  const head = file.subarray(0, 14);
  expect(/^%PDF-1\.[0-7]\n%/.test(head.toString('latin1')), '6.1.2: the header');
  expect(
    head.subarray(10).every((byte) => byte > 127),
    '6.1.2: bytes that say the file is binary',
  );
  const pdf = readObjects(file);
  const catalog = pdf.dict(pdf.trailer.Root);
  checkTrailer(pdf, expect);
  checkMetadata(pdf, catalog, expect);
  checkColours(pdf, catalog, expect);
  checkFonts(pdf, expect);
  checkForbidden(pdf, expect);
  checkStructure(pdf, catalog, expect);
  checkAttachment(pdf, catalog, expect, xml);
  return broken;
}

type Expect = (holds: boolean, rule: string) => void;

const textOf = (value: PdfValue | undefined): string => {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.alloc(0);
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1');
};

function checkTrailer({ trailer, list, all }: PdfObjects, expect: Expect): void {
  const ids = trailer.ID ? list(trailer.ID) : [];
  expect(ids.length === 2 && ids.every((id) => Buffer.isBuffer(id) && id.length > 0), '6.1.3: an ID of two strings');
  expect(!('Encrypt' in trailer), '6.1.3: no encryption');
  const filters = all.filter(isStream).map(({ dict }) => nameOf(dict.Filter));
  expect(
    filters.every((filter) => filter === undefined || filter === 'FlateDecode'),
    '6.1.7.2: no other filters',
  );
  expect(!all.filter(isStream).some(({ dict }) => 'F' in dict), '6.1.7.1: no data outside the file');
}

const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  fx: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
};

function checkMetadata(pdf: PdfObjects, catalog: Dict, expect: Expect): void {
  const info = pdf.dict(pdf.trailer.Info);
  const xmp = pdf.bytes(catalog.Metadata).toString();
  expect(
    /^<\?xpacket begin="\ufeff?"/.test(xmp) && /<\?xpacket end="[rw]"\?>\s*$/.test(xmp),
    '6.6.2.1: a packet of XMP',
  );
  const document = XmlDocument.fromString(xmp.trim());
  try {
    const all = (path: string) => document.find(path, namespaces).map(({ content }) => content);
    const said = (path: string) => all(path)[0] ?? '';
    expect(said('//pdfaid:part') === '3', '6.6.4: part 3');
    expect(['A', 'B', 'U'].includes(said('//pdfaid:conformance')), '6.6.4: a level of conformance');
    const title = textOf(pdf.follow(info.Title));
    expect(title !== '' && said('//dc:title/rdf:Alt/rdf:li') === title, '6.6.3: the title');
    for (const [path, key] of [
      ['//xmp:CreatorTool', 'Creator'],
      ['//pdf:Producer', 'Producer'],
    ] as const) {
      expect(said(path) === textOf(pdf.follow(info[key])), `6.6.3: ${key}`);
    }
    for (const [path, key] of [
      ['//xmp:CreateDate', 'CreationDate'],
      ['//xmp:ModifyDate', 'ModDate'],
    ] as const) {
      // D:20260401030000Z and 2026-04-01T03:00:00.000Z
      const digits = (text: string) => text.replace(/\.\d+/, '').replaceAll(/\D/g, '');
      expect(info[key] === undefined || digits(said(path)) === digits(textOf(pdf.follow(info[key]))), `6.6.3: ${key}`);
    }
    const known = all('//pdfaExtension:schemas//pdfaProperty:name');
    const used = document.find('//fx:*', namespaces).map((node) => (node as { name?: string }).name);
    expect(all('//pdfaSchema:namespaceURI').includes(namespaces.fx), '6.6.2.3: a schema of other properties');
    expect(used.length === 4 && used.every((name) => known.includes(name ?? '')), '6.6.2.3: other properties');
    expect(said('//fx:DocumentFileName') === 'factur-x.xml', 'Factur-X: the name of the file');
    expect(said('//fx:ConformanceLevel') === 'EN 16931', 'Factur-X: the profile');
  } finally {
    document.dispose();
  }
}

function checkColours(pdf: PdfObjects, catalog: Dict, expect: Expect): void {
  const intents = (catalog.OutputIntents ? pdf.list(catalog.OutputIntents) : []).map((one) => pdf.dict(one));
  const intent = intents.find(({ S }) => nameOf(S) === 'GTS_PDFA1');
  expect(intents.length === 1 && intent !== undefined, '6.2.3: one output intent');
  const profile = intent && pdf.bytes(intent.DestOutputProfile);
  const stream = intent && pdf.follow(intent.DestOutputProfile);
  expect(
    profile?.toString('latin1', 36, 40) === 'acsp' && profile.readUInt32BE(0) === profile.length,
    '6.2.3: an ICC profile',
  );
  expect(
    profile?.toString('latin1', 16, 20) === 'RGB ' && isStream(stream) && stream.dict.N === 3,
    '6.2.4.3: a profile of the colours that are used',
  );
  expect(!/\/DeviceCMYK|(?:[\d.]+ ){4}[kK]\n/.test(contents(pdf)), '6.2.4.3: no other colours');
}

/** The operators that draw the pages. */
function contents(pdf: PdfObjects): string {
  return pagesOf(pdf)
    .flatMap(({ Contents }) => (Array.isArray(pdf.follow(Contents)) ? pdf.list(Contents) : [Contents]))
    .map((part) => pdf.bytes(part).toString('latin1'))
    .join('\n');
}

const pagesOf = ({ all }: PdfObjects): Dict[] => all.filter(isDict).filter(({ Type }) => nameOf(Type) === 'Page');

function checkFonts(pdf: PdfObjects, expect: Expect): void {
  const all = pdf.all.filter(isDict);
  const fonts = all.filter(({ Type }) => nameOf(Type) === 'Font');
  const descendants = fonts.filter(({ Subtype }) => nameOf(Subtype)?.startsWith('CIDFont'));
  expect(descendants.length > 0, 'fonts');
  for (const font of fonts) {
    const name = nameOf(font.BaseFont) ?? '';
    expect(/^[A-Z]{6}\+/.test(name), `6.2.11.4.2: ${name} is a subset`);
    if (descendants.includes(font)) checkEmbedded(pdf, font, expect);
    else {
      expect(nameOf(font.Subtype) === 'Type0', `6.2.11.2: ${name} is of a type that files of invoices use`);
      expect(nameOf(font.Encoding) === 'Identity-H', `6.2.11.3.3: the encoding of ${name}`);
      const map = isStream(pdf.follow(font.ToUnicode)) ? pdf.bytes(font.ToUnicode).toString('latin1') : '';
      expect(/beginbf/.test(map), `6.2.11.7: the letters of ${name}`);
      expect(!/<(?:feff|fffe)>/i.test(map), `6.2.11.7.2: letters of ${name} that are none`);
    }
  }
  // Glyph 0 of each font stands for a letter that it lacks.
  const drawn = Array.from(contents(pdf).matchAll(/<([0-9a-f]+)>/gi), ([, codes = '']) => codes.match(/.{4}/g) ?? []);
  expect(drawn.length > 0 && !drawn.flat().includes('0000'), '6.2.11.8: no glyph for missing letters');
}

function checkEmbedded(pdf: PdfObjects, font: Dict, expect: Expect): void {
  const name = nameOf(font.BaseFont);
  const { FontFile2, FontFile3 } = pdf.dict(font.FontDescriptor);
  const program = FontFile2 ?? FontFile3;
  expect(program !== undefined && pdf.bytes(program).length > 100, `6.2.11.4.1: ${name} is embedded`);
  if (nameOf(font.Subtype) !== 'CIDFontType2' || FontFile2 === undefined) return;
  expect(nameOf(font.CIDToGIDMap) === 'Identity', `6.2.11.3.2: the glyphs of ${name}`);
  const widths = widthsOf(pdf.bytes(FontFile2));
  const [first, said] = pdf.list(font.W);
  const wrong = pdf
    .list(said)
    .filter((width, index) => Math.abs(Number(width) - (widths[Number(first) + index] ?? Number.NaN)) > 1);
  expect(wrong.length === 0, `6.2.11.5: the widths of ${name} are those of its program`);
}

/** Of the glyphs of a TrueType program, in thousandths. */
function widthsOf(program: Buffer): number[] {
  const tables = new Map<string, number>();
  for (let index = 0; index < program.readUInt16BE(4); index++) {
    const at = 12 + 16 * index;
    tables.set(program.toString('latin1', at, at + 4), program.readUInt32BE(at + 8));
  }
  const at = (tag: string) => tables.get(tag) ?? assert.fail(`the font has no ${tag}`);
  const unit = program.readUInt16BE(at('head') + 18);
  const count = program.readUInt16BE(at('hhea') + 34);
  return Array.from({ length: count }, (_, index) => (program.readUInt16BE(at('hmtx') + 4 * index) * 1000) / unit);
}

function checkForbidden(pdf: PdfObjects, expect: Expect): void {
  const dicts = pdf.all.flatMap(dictsIn);
  const has = (...keys: string[]) => dicts.some((dict) => keys.some((key) => key in dict));
  const kinds = new Set(dicts.flatMap(({ S, Type }) => [nameOf(S), nameOf(Type)]));
  expect(
    !has('JS', 'JavaScript', 'AA', 'OpenAction', 'XFA', 'NeedAppearances', 'Rendition'),
    '6.5: no actions, no forms',
  );
  expect(!['JavaScript', 'Launch', 'URI', 'SubmitForm', 'GoToR'].some((kind) => kinds.has(kind)), '6.5.1: no actions');
  expect(!has('SMask', 'CA', 'ca', 'BM', 'Group', 'Mask'), '6.2.10: no transparency');
  expect(
    !has('OCProperties', 'Annots', 'Perms', 'Alternates', 'OPI', 'TR', 'HTP'),
    '6.1 to 6.9: what must not be there',
  );
}

function dictsIn(value: PdfValue): Dict[] {
  if (Array.isArray(value)) return value.flatMap(dictsIn);
  if (isStream(value)) return dictsIn(value.dict);
  return isDict(value) ? [value, ...Object.values(value).flatMap(dictsIn)] : [];
}

function checkStructure(pdf: PdfObjects, catalog: Dict, expect: Expect): void {
  expect(isDict(pdf.follow(catalog.MarkInfo)) && pdf.dict(catalog.MarkInfo).Marked === true, '6.7.2.2: tagged');
  expect(isDict(pdf.follow(catalog.StructTreeRoot)), '6.7.3.3: a structure tree');
  expect(/^[a-z]{2}(-[A-Z]{2})?$/.test(textOf(catalog.Lang)), '6.7.4: a language');
  const pages = pagesOf(pdf);
  expect(pages.length === Number(pdf.dict(catalog.Pages).Count), 'the count of pages');
  expect(
    pages.every(({ StructParents, Tabs }) => typeof StructParents === 'number' && nameOf(Tabs) === 'S'),
    '6.7.3: pages in the structure tree',
  );
  const drawn = contents(pdf);
  const opened = [...drawn.matchAll(/\b(?:BDC|BMC)\b/g)].length;
  expect(opened > 0 && opened === [...drawn.matchAll(/\bEMC\b/g)].length, '6.7.2: marked content ends');
}

function checkAttachment(pdf: PdfObjects, catalog: Dict, expect: Expect, xml: string): void {
  const [spec, ...others] = (catalog.AF ? pdf.list(catalog.AF) : []).map((one) => pdf.dict(one));
  expect(spec !== undefined && others.length === 0, '6.8: one associated file');
  if (!spec) return;
  expect(nameOf(spec.AFRelationship) === 'Alternative', '6.8: its relationship');
  expect(
    [spec.F, spec.UF].every((name) => textOf(name) === 'factur-x.xml'),
    '6.8: its name, F and UF',
  );
  const { F } = pdf.dict(spec.EF);
  const embedded = pdf.follow(F);
  const bytes = pdf.bytes(F);
  const dict = isStream(embedded) ? embedded.dict : {};
  const { ModDate, Size } = dict.Params ? pdf.dict(dict.Params) : {};
  expect(nameOf(dict.Subtype) === 'text/xml', '6.8: its type');
  expect(/^D:\d{14}/.test(textOf(ModDate)) && Size === bytes.length, '6.8: its date and size');
  expect(bytes.toString() === xml, 'the XML of the invoice');
  const names = pdf.list(pdf.dict(pdf.dict(catalog.Names).EmbeddedFiles).Names);
  expect(names.length === 2 && pdf.follow(names[1]) === spec, '6.8: it is in the list of files');
}
