// Reads what programs write into the description of an event, line by line: `Phone: +371 20000001`.
import { suggestColumns } from './suggest-columns.ts';

const described = ['name', 'eMail', 'phoneNumber', 'person', 'service'] as const;
type Described = Record<(typeof described)[number], string>;

/** Lines of a description that are looked at, and the length of a label and its value. */
const maxLines = 30;
const label = /^[\s*•-]*(\p{L}[\p{L} .()-]{1,30}?)\s*:\s*(\S.{0,199})$/u;

export function describedIn(text: string): Described {
  const found: Described = { name: '', eMail: '', phoneNumber: '', person: '', service: '' };
  for (const line of text.split('\n', maxLines)) {
    const [, title = '', value = ''] = label.exec(line.replaceAll(/<[^<>]*>/g, '').trim()) ?? [];
    const [column] = title ? suggestColumns('appointments', [title]) : [];
    const field = described.find((one) => one === column);
    if (field) found[field] ||= value.trim();
  }
  return found;
}
