// Reads vCards (RFC 6350, and the earlier 3.0) as rows of a table.
import ICAL from 'ical.js';
import type { FileRow } from './file-row.ts';

/** The columns of the table; their names are those that the import recognizes. */
const titles = ['Name', 'Email', 'Phone', 'Birthday', 'Language', 'Tags', 'Notes'];

export function readCards(text: string): { titles: string[]; rows: FileRow[] } {
  const rows: FileRow[] = [];
  let card: { line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) card = { line: index + 1, lines: [] };
    card?.lines.push(line);
    if (card && /^END:VCARD\s*$/i.test(line)) {
      rows.push(rowOf(card.line, card.lines.join('\r\n')));
      card = undefined;
    }
  }
  if (card) rows.push({ line: card.line, cells: [card.lines.join(' ')], isBroken: true });
  return { titles, rows };
}

function rowOf(line: number, text: string): FileRow {
  try {
    const card = new ICAL.Component(ICAL.parse(text));
    const first = (name: string) => {
      const value = card.getFirstPropertyValue(name);
      return value === null ? '' : String(value).trim();
    };
    const tags = card.getAllProperties('categories').flatMap((property) => property.getValues().map(String));
    const cells = [
      first('fn') || nameOf(card.getFirstPropertyValue('n')) || first('org'),
      first('email'),
      first('tel').replace(/^tel:/i, ''),
      first('bday').slice(0, 10),
      first('lang').slice(0, 2),
      tags.join(', '),
      first('note'),
    ];
    return { line, cells };
  } catch {
    return { line, cells: [text.replace(/\s+/g, ' ')], isBroken: true };
  }
}

/** The parts of a name are: family, given, additional, prefixes, suffixes. */
function nameOf(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  const [family = '', given = ''] = parts.map(String);
  return `${given} ${family}`.trim();
}
