// Writes tagged text and lines on the pages of a PDF: everything is part of the structure tree, or an artifact.
import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { box, boxUnknown, cleanText } from './clean-text.ts';

export const sheet = { width: 595.28, height: 841.89, left: 62, right: 62, top: 58, bottom: 84 } as const;
export const inner = {
  left: sheet.left,
  right: sheet.width - sheet.right,
  width: sheet.width - sheet.left - sheet.right,
};

export const inks = {
  ink: '#1B1E24',
  accent: '#1F3A5F',
  dimmed: '#5B6068',
  line: '#D6D3CB',
  quiet: '#F5F3EE',
} as const;

export interface Style {
  size: number;
  strong?: boolean;
  colour?: keyof typeof inks;
  align?: 'left' | 'right';
}

const leading = 1.4;
export const lineHeight = ({ size }: Style) => size * leading;

const fonts = ['400', '600'].map((weight) => readFileSync(new URL(`fonts/noto-sans-${weight}.ttf`, import.meta.url)));

type Element = PDFKit.PDFStructureElement;

export interface Paper {
  doc: PDFKit.PDFDocument;
  /** The codes of scripts that were shown as boxes. */
  scripts: ReadonlySet<string>;
  /** Breaks a text into lines of a width; words that are longer are cut. */
  wrap(text: string, width: number, style: Style): string[];
  widthOf(text: string, style: Style): number;
  /** Writes a line whose top is `y`. Call it inside `tag` or `artifact`. */
  write(text: string, place: { x: number; y: number; width?: number }, style: Style): void;
  writeAll(lines: readonly string[], place: { x: number; y: number; width?: number }, style: Style): void;
  /** Adds an element whose content `draw` writes. */
  tag(parent: Element, type: string, draw: () => void, options?: PDFKit.Mixins.StructureElementOptions): void;
  group(parent: Element, type: string): Element;
  artifact(draw: () => void): void;
  rule(y: number, colour?: keyof typeof inks): void;
  finish(): Promise<Buffer>;
}

export interface PaperOptions {
  language: string;
  title: string;
  author: string;
  createdAt: Date;
}

/** A file of PDF/A-3a; the same content gives the same bytes. */
export function openPaper({ language, title, author, createdAt }: PaperOptions): Paper {
  const scripts = new Set<string>();
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Producer: 'Daybook', Creator: 'Daybook', CreationDate: createdAt },
  });
  // pdfkit would write it into XML as it is.
  doc.appendXML(creatorMetadata(author));
  const done = collect(doc);
  doc.registerFont('regular', fonts[0]).registerFont('strong', fonts[1]);
  const letters = lettersOf(doc);
  const shown = (text: string) => boxUnknown(printable(text), letters, scripts);
  const choose = ({ size, strong, colour = 'ink' }: Style) =>
    doc
      .font(strong ? 'strong' : 'regular')
      .fontSize(size)
      .fillColor(inks[colour]);
  const boxWidth = (size: number) => size * 0.62;
  const measure = (text: string, style: Style) => {
    choose(style);
    return (
      text.split(box).reduce((sum, part) => sum + (part ? doc.widthOfString(part) : 0), 0) +
      (text.split(box).length - 1) * boxWidth(style.size)
    );
  };

  function drawBox(x: number, baseline: number, size: number): void {
    doc.save().lineWidth(0.6).strokeColor(inks.dimmed);
    doc
      .rect(x + size * 0.06, baseline - size * 0.66, size * 0.5, size * 0.66)
      .stroke()
      .restore();
  }

  function write(
    text: string,
    { x, y, width = inner.right - x }: { x: number; y: number; width?: number },
    style: Style,
  ): void {
    const ready = text.includes(box) ? text : shown(text);
    let at = style.align === 'right' ? x + width - measure(ready, style) : x;
    choose(style);
    const baseline = y + style.size * 1.07;
    for (const [index, part] of ready.split(box).entries()) {
      if (index > 0) {
        drawBox(at, baseline, style.size);
        at += boxWidth(style.size);
      }
      if (!part) continue;
      doc.text(part, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += doc.widthOfString(part);
    }
  }

  return {
    doc,
    scripts,
    widthOf: (text, style) => measure(shown(text), style),
    wrap: (text, width, style) => linesOf(shown(text), width, (line) => measure(line, style)),
    write,
    writeAll(lines, { y, ...place }, style) {
      for (const [index, line] of lines.entries()) write(line, { ...place, y: y + index * lineHeight(style) }, style);
    },
    tag(parent, type, draw, options = {}) {
      const content = doc.markStructureContent(type);
      draw();
      doc.endMarkedContent();
      parent.add(doc.struct(type, options, [content]));
    },
    group(parent, type) {
      const element = doc.struct(type);
      parent.add(element);
      return element;
    },
    artifact(draw) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
    rule(y, colour = 'line') {
      doc.markContent('Artifact', { type: 'Layout' });
      doc.save().lineWidth(0.75).strokeColor(inks[colour]);
      doc.moveTo(inner.left, y).lineTo(inner.right, y).stroke().restore();
      doc.endMarkedContent();
    },
    finish() {
      doc.end();
      return done;
    },
  };
}

/** Breaks a text into lines of a width; words that are longer are cut. */
function linesOf(text: string, width: number, measure: (line: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    while (measure(line) > width && line.length > 1) {
      let fitting = line.length - 1;
      while (fitting > 1 && measure(line.slice(0, fitting)) > width) fitting--;
      lines.push(line.slice(0, fitting));
      line = line.slice(fitting);
    }
  }
  return line || lines.length === 0 ? [...lines, line] : lines;
}

/** As the fonts have it: narrow spaces and the hyphen of negative amounts. */
const printable = (text: string) =>
  cleanText(text)
    .replaceAll('\u202f', '\u00a0')
    .replaceAll(/(?<![\p{L}\p{N}])-(?=[\p{N}\p{Sc}])/gu, '\u2212');

function lettersOf(doc: PDFKit.PDFDocument): ReadonlySet<number> {
  // pdfkit does not declare its fonts.
  const { _font: opened } = doc.font('regular') as unknown as { _font: { font: { characterSet: number[] } } };
  known ??= new Set(opened.font.characterSet);
  return known;
}
let known: ReadonlySet<number> | undefined;

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  doc.on('end', () => resolve(Buffer.concat(parts)));
  doc.on('error', reject);
  return promise;
}

function creatorMetadata(author: string): string {
  const name = cleanText(author).replaceAll(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator><rdf:Seq><rdf:li>${name}</rdf:li></rdf:Seq></dc:creator></rdf:Description>`;
}
