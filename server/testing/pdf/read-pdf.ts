// Reads a PDF as programs do: its text, its structure, what it says about itself, and the files in it.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPdf {
  pages: string[];
  /** Of all pages, with plain spaces. */
  text: string;
  language: string | null;
  /** XMP. */
  metadata: string;
  isTagged: boolean;
  /** The types of elements of the structure tree, in the order of reading. */
  structure: string[];
  files: Map<string, string>;
  /** The objects of the file as they stand there; streams stay packed. */
  raw: string;
}

const standardFonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts/',
);

interface Node {
  role?: string;
  children?: Node[];
}

export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const opened = getDocument({ data: new Uint8Array(bytes), standardFontDataUrl: standardFonts, verbosity: 0 });
  const document = await opened.promise;
  const pages: string[] = [];
  const structure: string[] = [];
  const collect = ({ role, children = [] }: Node) => {
    if (role) structure.push(role);
    for (const child of children) collect(child);
  };
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(plain(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')));
    const tree = (await page.getStructTree()) as Node | null;
    if (tree) collect(tree);
  }
  const { metadata } = await document.getMetadata();
  const raw = bytes.toString('latin1');
  const files = new Map<string, string>();
  for (const [id, { filename }] of (await document.getAttachments()) ?? []) {
    files.set(filename, Buffer.from((await document.getAttachmentContent(id)) ?? []).toString());
  }
  const read = {
    pages,
    text: pages.join('\n'),
    language: /\/Lang \((.*?)\)/.exec(raw)?.[1] ?? null,
    metadata: metadata?.getRaw() ?? '',
    isTagged: /\/Marked true/.test(raw),
    structure,
    files,
    raw,
  };
  await opened.destroy();
  return read;
}

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

/** The contents of the packed streams of a PDF, as far as they are text. */
export function unpackStreams(bytes: Buffer): string {
  const raw = bytes.toString('latin1');
  return Array.from(raw.matchAll(/stream\n([\s\S]*?)\nendstream/g), ([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  }).join('\n');
}
