// Detects the type of a file from its content, for the few types that may be stored; ignores its name and the declared
// type.
import { type ReadZipEntry, readZip } from './read-zip.ts';

/** Returns the MIME type, or undefined for other types and for files that are two types at once. */
export function sniffFile(bytes: Buffer): string | undefined {
  if (startsWith(bytes, '%PDF-')) return isPdf(bytes) ? 'application/pdf' : undefined;
  if (startsWith(bytes, 'PK')) {
    const entries = readZip(bytes);
    return entries && kindOfZip(bytes, entries);
  }
  return isText(bytes) ? 'text/plain' : undefined;
}

/** Returns a picture's MIME type from its first bytes; other bytes never reach a decoder. */
export function sniffImage(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (startsWith(bytes, 'RIFF') && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

function startsWith(bytes: Buffer, text: string): boolean {
  return bytes.toString('latin1', 0, text.length) === text;
}

/** Checks the end of a PDF: one with an appended archive opens as either. */
function isPdf(bytes: Buffer): boolean {
  const end = bytes.subarray(-1024).toString('latin1');
  return end.includes('%%EOF') && !bytes.subarray(-65_557).includes(Buffer.from('PK\x05\x06', 'latin1'));
}

function kindOfZip(bytes: Buffer, entries: readonly ReadZipEntry[]): string {
  const names = new Set(entries.map(({ name }) => name));
  const office = 'application/vnd.openxmlformats-officedocument';
  if (names.has('[Content_Types].xml')) {
    if (names.has('word/document.xml')) return `${office}.wordprocessingml.document`;
    if (names.has('xl/workbook.xml')) return `${office}.spreadsheetml.sheet`;
  }
  // OpenDocument stores its type first, uncompressed (OpenDocument 1.3, part 2, 3.3).
  const first = bytes.toString('latin1', 30, 110).match(/^mimetype(application\/vnd\.oasis\.opendocument\.[a-z]+)/);
  return first?.[1] ?? 'application/zip';
}

/** UTF-8 without control characters, and without a start that browsers treat as markup. */
function isText(bytes: Buffer): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern detects control characters.
  if (/[\0-\x08\x0b\x0e-\x1f]/.test(text)) return false;
  return !/<(!doctype|html|head|body|script|iframe|svg|\?xml|\?php|!--)/i.test(text.slice(0, 4096));
}
