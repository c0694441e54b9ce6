// Fills the request of a gateway, so that no value can leave its place in it, and reads what gateways return.
import type { SmsRequest } from './presets.ts';

export interface RequestValues {
  user: string;
  password: string;
  to: string;
  from: string;
  text: string;
  encoding: 'text' | 'unicode';
  id: string;
  receiptUrl: string;
}

export interface FilledRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export function fillRequest(request: SmsRequest, given: RequestValues): FilledRequest {
  const values: Record<string, string> = {
    ...given,
    digits: given.to.replace(/\D/g, ''),
    basic: Buffer.from(`${given.user}:${given.password}`).toString('base64'),
  };
  const fill = (text: string, encode: (value: string) => string) =>
    text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in values ? encode(values[name] ?? '') : whole));
  const headers = Object.fromEntries(
    request.headers
      .split('\n')
      .filter((line) => line.includes(':'))
      .map((line) => {
        const [name = '', ...rest] = line.split(':');
        // A line break would begin another header.
        return [name.trim(), fill(rest.join(':').trim(), (value) => value.replace(/[^\t\x20-\x7e]/g, ''))];
      }),
  );
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return {
    method: request.method,
    path: fill(request.path, encodeURIComponent),
    headers,
    body: request.method === 'GET' ? '' : fill(request.body, encoderOf(type)),
  };
}

/** Returns the encoder for values in a body of this type; without a known type, that of a form. */
function encoderOf(contentType: string): (value: string) => string {
  if (/json/i.test(contentType)) return insideJson;
  if (/xml/i.test(contentType)) return insideXml;
  return /^text\/plain/i.test(contentType) ? (value) => value : encodeURIComponent;
}

/** Without its quotes, which the template has. */
const insideJson = (value: string) => JSON.stringify(value).slice(1, -1);

/** For an element or an attribute. */
const insideXml = (value: string) =>
  value
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot contain them.
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The text or number at names joined by dots; empty where there is none. */
export function textAt(value: unknown, path: string): string {
  const found = path ? valueAt(value, path) : undefined;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

/** The value at names joined by dots. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Object.hasOwn(found, name) ? Reflect.get(found, name) : undefined;
  }
  return found;
}

/** Whether a status is one of those that a setting lists, separated by commas. */
export function isOneOf(values: string, status: string): boolean {
  return status !== '' && values.split(',').some((value) => value.trim() === status);
}
