// Renders the document of an invoice as PDF/A-3a that contains its XML (Factur-X). Runs in a worker thread.
import { encode } from 'uqr';
import { eurosOf, fixedEuroFormat, percentOf } from '#contract/lib/money.ts';
import { transferCode } from '#server/money/payments/transfer-code.ts';
import { cleanLines, cleanText } from './clean-text.ts';
import { facturXMetadata, xmlName } from './factur-x.ts';
import { type DocumentLine, type InvoiceDocument, referenceOf, toPay } from './invoice-document.ts';
import { inks, inner, lineHeight, openPaper, type Paper, type Style, sheet } from './paper.ts';

/** The words of the document (`invoiceDocument` in i18n) in its language. */
export type Words = Readonly<Record<string, string>>;

export interface PdfRequest {
  document: InvoiceDocument;
  xml: string;
  language: string;
  locale: string;
  words: Words;
}

type Element = PDFKit.PDFStructureElement;

interface Sheet extends Pick<PdfRequest, 'document' | 'language'> {
  paper: Paper;
  root: Element;
  say(key: string, params?: Record<string, string>): string;
  euro(cents: number): string;
  percent(hundredths: number): string;
  day(isoDay: string): string;
  days(first: string, last: string): string;
  title: string;
}

const body: Style = { size: 9.5 };
const small: Style = { size: 8.5, colour: 'dimmed' };
const label: Style = { size: 8, colour: 'dimmed' };
const lastLine = sheet.height - sheet.bottom;

export async function renderPdf(request: PdfRequest): Promise<Buffer> {
  const { document, xml, language } = request;
  const formats = formatsOf(request);
  const title = `${formats.say(document.kind)} ${document.number}`;
  const createdAt = new Date(document.issuedAt);
  const paper = openPaper({ language, title, author: document.seller.name, createdAt });
  const root = paper.doc.struct('Document');
  paper.doc.addStructure(root);
  const sheet: Sheet = { paper, root, document, language, title, ...formats };
  let y = writeHead(sheet);
  y = writeParties(sheet, y);
  y = writeLines(sheet, y);
  y = writeSums(sheet, y);
  y = writeNotes(sheet, y);
  writePayment(sheet, y);
  writeFeet(sheet);
  paper.doc.file(Buffer.from(xml), {
    name: xmlName,
    type: 'text/xml',
    relationship: 'Alternative',
    description: title,
    creationDate: createdAt,
    modifiedDate: createdAt,
  });
  paper.doc.appendXML(facturXMetadata);
  return paper.finish();
}

function formatsOf({ words, locale }: PdfRequest) {
  const euros = fixedEuroFormat(locale);
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const at = (isoDay: string) => new Date(`${isoDay}T00:00:00Z`);
  return {
    say: (key: string, params: Record<string, string> = {}) =>
      (words[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? ''),
    euro: (cents: number) => euros.format(eurosOf(cents)),
    percent: (hundredths: number) => percents.format(percentOf(hundredths) / 100),
    day: (isoDay: string) => date.format(at(isoDay)),
    days: (first: string, last: string) => date.formatRange(at(first), at(last)),
  };
}

/** The seller at the top, then what the document is. Returns where the next part begins. */
function writeHead({ paper, root, document, title, say }: Sheet): number {
  const { seller, kind, number } = document;
  const name: Style = { size: 12, strong: true, colour: 'accent' };
  const half = inner.width / 2;
  let y = sheet.top;
  for (const line of paper.wrap(seller.name, half, name)) {
    paper.tag(root, 'P', () => paper.write(line, { x: inner.left, y }, name), actual(paper, line, seller.name));
    y += lineHeight(name);
  }
  let right = sheet.top + 1;
  for (const line of cleanLines(seller.address).flatMap((one) => paper.wrap(one, half - 20, small))) {
    paper.tag(root, 'P', () =>
      paper.write(line, { x: inner.left + half, y: right, width: half }, { ...small, align: 'right' }),
    );
    right += lineHeight(small);
  }
  y = Math.max(y, right, sheet.top + 40) + 26;
  const heading: Style = { size: 27, strong: true, colour: 'accent' };
  paper.tag(
    root,
    'H1',
    () => {
      paper.write(say(kind), { x: inner.left, y }, heading);
      paper.write(number, { x: inner.left, y: y + 37 }, { size: 12, colour: 'dimmed' });
    },
    { actual: title },
  );
  return y + 37 + 17 + 24;
}

/** The buyer on the left, facts on the right. */
function writeParties(sheet: Sheet, top: number): number {
  const { paper, root, document, language, say, day, days } = sheet;
  const { buyer, credits, replaces, kind } = document;
  const width = inner.width * 0.5;
  const strong: Style = { size: 10.5, strong: true };
  let y = top;
  const section = paper.group(root, 'Sect');
  const write = (text: string, style: Style) => {
    for (const line of paper.wrap(text, width - 16, style)) {
      paper.tag(section, 'P', () => paper.write(line, { x: inner.left, y }, style), actual(paper, line, text));
      y += lineHeight(style);
    }
  };
  write(say('billTo'), label);
  y += 2;
  write(buyer.name, strong);
  for (const line of cleanLines(buyer.address)) write(line, body);
  if (buyer.country)
    write(new Intl.DisplayNames(language, { type: 'region' }).of(buyer.country) ?? buyer.country, body);
  if (buyer.registration) write(`${say('registration')} ${buyer.registration}`, small);
  if (buyer.vatId) write(`${say('vatId')} ${buyer.vatId}`, small);
  const facts: [string, string][] = [
    [say('issued'), day(document.issuedOn)],
    [say('period'), days(document.periodStart, document.periodEnd)],
    ...(kind === 'invoice' ? [[say('due'), day(document.dueDate)] as [string, string]] : []),
    ...(credits ? [[say('credits'), `${credits.number}, ${day(credits.issuedOn)}`] as [string, string]] : []),
    ...(buyer.reference ? [[say('buyerReference'), buyer.reference] as [string, string]] : []),
    ...(replaces ? [[say('replaces'), `${replaces.number}, ${day(replaces.issuedOn)}`] as [string, string]] : []),
  ];
  const x = inner.left + width;
  const labels = Math.min(120, Math.max(...facts.map(([name]) => paper.widthOf(name, small))) + 14);
  let right = top;
  const list = paper.group(section, 'L');
  for (const [name, value] of facts) {
    const item = paper.group(list, 'LI');
    const names = paper.wrap(name, labels - 8, small);
    const values = paper.wrap(value, inner.right - x - labels, body);
    paper.tag(item, 'Lbl', () => {
      for (const [index, line] of names.entries())
        paper.write(line, { x, y: right + 1 + index * lineHeight(small) }, small);
    });
    paper.tag(item, 'LBody', () => {
      for (const [index, line] of values.entries())
        paper.write(line, { x: x + labels, y: right + index * lineHeight(body) }, body);
    });
    right += Math.max(names.length * lineHeight(small), values.length * lineHeight(body)) + 3;
  }
  return Math.max(y, right) + 26;
}

const columns = {
  quantity: { x: 312, width: 44 },
  price: { x: 364, width: 76 },
  net: { x: 448, width: inner.right - 448 },
};
const texts = { x: inner.left, width: columns.quantity.x - inner.left - 10 };

/** A row never breaks over pages; each further page repeats the head of the table. */
function writeLines(sheet: Sheet, top: number): number {
  const { paper, root, document, euro } = sheet;
  const table = paper.group(root, 'Table');
  const head = paper.group(paper.group(table, 'THead'), 'TR');
  let y = writeTableHead(sheet, top, (write) => paper.tag(head, 'TH', write, { scope: 'Column' }));
  const rows = paper.group(table, 'TBody');
  for (const line of document.lines) {
    const name = paper.wrap(lineName(line, sheet), texts.width, body);
    const about = paper.wrap(lineDetails(line, sheet), texts.width, small);
    const height = name.length * lineHeight(body) + about.length * lineHeight(small) + 13;
    if (y + height > lastLine) {
      y = nextPage(sheet);
      y = writeTableHead(sheet, y, (write) => paper.artifact(write));
    }
    const row = paper.group(rows, 'TR');
    const at = y + 6;
    paper.tag(
      row,
      'TH',
      () => {
        paper.writeAll(name, { x: texts.x, y: at }, body);
        paper.writeAll(about, { x: texts.x, y: at + name.length * lineHeight(body) }, small);
      },
      { scope: 'Row' },
    );
    const cell = (text: string, place: { x: number; width: number }, style: Style = body) =>
      paper.tag(row, 'TD', () => paper.write(text, { ...place, y: at }, { ...style, align: 'right' }));
    cell(String(line.quantity), columns.quantity);
    cell(line.unitPrice === null ? '' : euro(line.unitPrice), columns.price, { ...body, colour: 'dimmed' });
    cell(euro(line.net), columns.net);
    y += height;
    paper.rule(y);
  }
  return y + 14;
}

function writeTableHead(sheet: Sheet, y: number, tag: (write: () => void) => void): number {
  const { paper, say } = sheet;
  const heads = [
    { text: say('description'), place: texts, align: 'left' as const },
    { text: say('quantity'), place: columns.quantity, align: 'right' as const },
    { text: say('unitPrice'), place: columns.price, align: 'right' as const },
    { text: say('amount'), place: columns.net, align: 'right' as const },
  ].map((head) => ({ ...head, lines: paper.wrap(head.text, head.place.width, label) }));
  const count = Math.max(...heads.map(({ lines }) => lines.length));
  for (const { lines, place, align } of heads) {
    // The heads stand on one ground line.
    const start = y + (count - lines.length) * lineHeight(label);
    tag(() => paper.writeAll(lines, { ...place, y: start }, { ...label, align }));
  }
  const end = y + count * lineHeight(label) + 4;
  paper.rule(end, 'accent');
  return end;
}

function lineName({ kind }: DocumentLine, { say }: Sheet): string {
  return say(`line.${kind}`);
}

/** The rate is that of each line where an invoice has several. */
function lineDetails(
  { firstDay, lastDay, discount, rate }: DocumentLine,
  { document, days, say, percent }: Sheet,
): string {
  return [
    days(firstDay, lastDay),
    ...(discount > 0 ? [say('discount', { percent: percent(discount) })] : []),
    ...(document.vat.length > 1 ? [`${say('vat')} ${percent(rate)}`] : []),
  ].join(' · ');
}

/** The VAT table on the left, the sums on the right, together on one page. */
function writeSums(sheet: Sheet, top: number): number {
  const { paper, root, document, say, euro, percent } = sheet;
  const { vat, net, vatTotal, grandTotal, fromBalance, kind } = document;
  const due = toPay(document);
  const last: Style = { size: 12, strong: true, colour: 'accent' };
  const isPaidInPart = kind === 'invoice' && fromBalance > 0;
  const sums: { name: string; amount: string; style: Style }[] = [
    { name: say('net'), amount: euro(net), style: body },
    { name: say('vat'), amount: euro(vatTotal), style: body },
    { name: say('total'), amount: euro(grandTotal), style: isPaidInPart ? { ...body, strong: true } : last },
    ...(isPaidInPart
      ? [
          { name: say('fromBalance'), amount: euro(-fromBalance), style: body },
          { name: say('toPay'), amount: euro(due), style: last },
        ]
      : []),
  ];
  const height = Math.max(sums.length * 18 + 14, 40 + vat.length * 14);
  let y = top + height > lastLine ? nextPage(sheet) : top;
  const start = y;
  const x = inner.left + inner.width * 0.52;
  const table = paper.group(root, 'Table');
  for (const { name, amount, style } of sums) {
    if (style === last) {
      paper.artifact(() => {
        paper.doc
          .save()
          .lineWidth(0.75)
          .strokeColor(inks.accent)
          .moveTo(x, y + 3)
          .lineTo(inner.right, y + 3)
          .stroke()
          .restore();
      });
      y += 8;
    }
    const row = paper.group(table, 'TR');
    const names = paper.wrap(name, inner.right - x - paper.widthOf(amount, style) - 12, style);
    paper.tag(row, 'TH', () => paper.writeAll(names, { x, y: y }, style), { scope: 'Row' });
    paper.tag(row, 'TD', () => paper.write(amount, { x, y, width: inner.right - x }, { ...style, align: 'right' }));
    y += names.length * lineHeight(style) + 3;
  }
  const places = [0, 62, 128].map((offset) => ({ x: inner.left + offset, width: 62 }));
  const vatTable = paper.group(root, 'Table');
  let at = start + 2;
  const row = (cells: readonly string[], style: Style, type: 'TH' | 'TD') => {
    const group = paper.group(vatTable, 'TR');
    const wrapped = cells.map((text, index) => paper.wrap(text, places[index]?.width ?? 60, style));
    for (const [index, lines] of wrapped.entries()) {
      const place = places[index] ?? { x: inner.left, width: 60 };
      const write = () =>
        paper.writeAll(lines, { ...place, y: at }, { ...style, align: index === 0 ? 'left' : 'right' });
      paper.tag(group, type, write, type === 'TH' ? { scope: 'Column' } : {});
    }
    at += Math.max(...wrapped.map((lines) => lines.length)) * lineHeight(style) + 2;
  };
  row([say('vatRate'), say('basis'), say('vat')], label, 'TH');
  for (const one of vat) row([percent(one.rate), euro(one.basis), euro(one.vat)], { ...small, colour: 'ink' }, 'TD');
  return Math.max(y, at) + 16;
}

/** Why no VAT is charged, what a credit note means, and which letters are missing. */
function writeNotes(sheet: Sheet, top: number): number {
  const { paper, root, document, language, say } = sheet;
  const { vat, kind, fromBalance } = document;
  const names = new Intl.DisplayNames(language, { type: 'script' });
  const scripts = [...paper.scripts].map((code) => names.of(code) ?? code);
  const notes = [
    ...vat
      .filter(({ category }) => category !== 'S' && category !== 'Z')
      .map(({ category }) => say(`reason.${category}`)),
    ...(kind === 'creditNote' ? [say('creditNoteText')] : []),
    ...(kind === 'invoice' && fromBalance > 0 && toPay(document) === 0 ? [say('nothingToPay')] : []),
    ...(scripts.length > 0 ? [say('boxes', { scripts: new Intl.ListFormat(language).format(scripts) })] : []),
  ];
  let y = top;
  for (const note of notes) {
    const lines = paper.wrap(note, inner.width, small);
    if (y + lines.length * lineHeight(small) > lastLine) y = nextPage(sheet);
    paper.tag(root, 'P', () => paper.writeAll(lines, { x: inner.left, y: y }, small));
    y += lines.length * lineHeight(small) + 5;
  }
  return notes.length > 0 ? y + 8 : y;
}

/** How to pay, with the code that banking applications read. */
function writePayment(sheet: Sheet, top: number): void {
  const { paper, root, document, say, euro, day } = sheet;
  const { seller, number } = document;
  const due = toPay(document);
  if (due <= 0 || !seller.iban) return;
  const reference = referenceOf(number);
  const facts: [string, string][] = [
    [say('payee'), seller.name],
    ['IBAN', inFours(seller.iban)],
    ...(seller.bic ? [['BIC', seller.bic] as [string, string]] : []),
    [say('reference'), inFours(reference)],
    [say('toPay'), euro(due)],
  ];
  const code = 104;
  const pad = 16;
  const textX = inner.left + pad + code + 20;
  const labels = Math.max(...facts.map(([name]) => paper.widthOf(name, small))) + 14;
  const lead = paper.wrap(
    say('payLead', { amount: euro(due), due: day(document.dueDate) }),
    inner.right - pad - textX,
    body,
  );
  const values = facts.map(([, value]) => paper.wrap(value, inner.right - pad - textX - labels, body));
  const heights = values.reduce((sum, lines) => sum + lines.length * lineHeight(body) + 1, 0);
  const height = Math.max(code + 14, 19 + lead.length * lineHeight(body) + 6 + heights) + 2 * pad;
  let y = top + height > lastLine ? nextPage(sheet) : top;
  paper.artifact(
    () => void paper.doc.save().roundedRect(inner.left, y, inner.width, height, 6).fill(inks.quiet).restore(),
  );
  const section = paper.group(root, 'Sect');
  const codeTop = y + pad;
  y = codeTop;
  const heading: Style = { size: 10.5, strong: true, colour: 'accent' };
  paper.tag(section, 'H2', () => paper.write(say('payTitle'), { x: textX, y }, heading));
  y += 19;
  paper.tag(section, 'P', () => paper.writeAll(lead, { x: textX, y: y }, body));
  y += lead.length * lineHeight(body) + 6;
  const list = paper.group(section, 'L');
  for (const [index, [name]] of facts.entries()) {
    const item = paper.group(list, 'LI');
    const lines = values[index] ?? [];
    paper.tag(item, 'Lbl', () => paper.write(name, { x: textX, y: y + 1 }, small));
    paper.tag(item, 'LBody', () => paper.writeAll(lines, { x: textX + labels, y: y }, body));
    y += lines.length * lineHeight(body) + 1;
  }
  const transfer = transferCode({ payee: seller, reference }, due);
  const bbox: [number, number, number, number] = [inner.left + pad, codeTop, inner.left + pad + code, codeTop + code];
  paper.tag(section, 'Figure', () => drawCode(paper, transfer, { x: inner.left + pad, y: codeTop, size: code }), {
    alt: say('code'),
    bbox,
  } as PDFKit.Mixins.StructureElementOptions);
  const hint: Style = { ...label, size: 7 };
  const hints = paper.wrap(say('scan'), code, hint).slice(0, 2);
  paper.tag(section, 'P', () => paper.writeAll(hints, { x: inner.left + pad, y: codeTop + code + 3 }, hint));
}

function drawCode({ doc }: Paper, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 2 });
  const dot = size / modules;
  doc.save().rect(x, y, size, size).fill('#FFFFFF');
  for (const [row, line] of data.entries()) {
    for (const [column, isDark] of line.entries()) if (isDark) doc.rect(x + column * dot, y + row * dot, dot, dot);
  }
  doc.fill('#14161A').restore();
}

/** Begins a page under a line that says which document it continues. Returns where its content begins. */
function nextPage({ paper, title, document }: Sheet): number {
  paper.doc.addPage();
  paper.artifact(() => {
    paper.write(title, { x: inner.left, y: sheet.top - 10 }, small);
    paper.write(
      paper.wrap(document.seller.name, inner.width / 2, small)[0] ?? '',
      { x: inner.left, y: sheet.top - 10, width: inner.width },
      { ...small, align: 'right' },
    );
  });
  return sheet.top + 18;
}

/** The seller's details and the number of the page, at the foot of each page. */
function writeFeet({ paper, document, say }: Sheet): void {
  const { seller } = document;
  const parts = [
    [seller.name, ...cleanLines(seller.address)].join(', '),
    [
      seller.registration && `${say('registration')} ${seller.registration}`,
      seller.vatId && `${say('vatId')} ${seller.vatId}`,
    ]
      .filter(Boolean)
      .join(' · '),
    [seller.iban && `IBAN ${inFours(seller.iban)}`, seller.bic && `BIC ${seller.bic}`].filter(Boolean).join(' · '),
  ].filter((part) => part !== '');
  const style: Style = { size: 7.5, colour: 'dimmed' };
  const { count } = paper.doc.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    paper.doc.switchToPage(index);
    const top = sheet.height - 62;
    paper.rule(top);
    paper.artifact(() => {
      const shown = parts.map((part) => paper.wrap(part, inner.width - 90, style)[0] ?? '');
      paper.writeAll(shown, { x: inner.left, y: top + 7 }, style);
      const pages = say('page', { page: String(index + 1), pages: String(count) });
      paper.write(pages, { x: inner.left, y: top + 7, width: inner.width }, { ...style, align: 'right' });
    });
  }
}

/** As banks print accounts and references. */
const inFours = (text: string) => text.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The text of a line that shows boxes. */
function actual(paper: Paper, line: string, text: string): PDFKit.Mixins.StructureElementOptions {
  return paper.scripts.size > 0 && line.includes('\uE000') ? { actual: cleanText(text) } : {};
}
