// Values for a field by its schema, each different: for the test that every field is stored.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { elementOf, fieldsOf, kindOf, unwrap } from '#contract/lib/wire.ts';
import { isId } from './sample-input.ts';

/** Values by the inner path of a field, where those of its schema are not enough. */
export type ValuesAt = (path: string) => readonly unknown[] | undefined;

/** Different values that the schema accepts and returns as they are, those with content first. */
export function valuesOf(schema: z.ZodType, at: ValuesAt, path = ''): unknown[] {
  const given = at(path);
  const element = elementOf(schema);
  // The path of a list is that of its elements: ids are theirs.
  if (given && (!element || given.some(Array.isArray))) return [...given];
  const none = [null].filter((nothing) => accepts(schema, nothing));
  const fields = fieldsOf(schema);
  if (fields) return [...objects(fields, at, path), ...none];
  if (element) {
    const lists = [...valuesOf(element, at, path).map((value) => [value]), []];
    return [...lists, ...none].filter((list) => accepts(schema, list));
  }
  if (isId(schema)) return none;
  return [...candidates(schema), ...none].filter((value) => accepts(schema, value));
}

/** Objects that differ from each other in every field, as far as the fields have values. */
function objects(fields: Record<string, z.ZodType>, at: ValuesAt, path: string): object[] {
  const values = Object.entries(fields)
    .filter(([, field]) => kindOf(field) !== 'ignored')
    .map(([name, field]) => [name, valuesOf(field, at, path ? `${path}.${name}` : name)] as const);
  const count = Math.min(3, Math.max(...values.map(([, those]) => those.length)));
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(values.map(([name, those]) => [name, those[Math.min(index, those.length - 1)]])),
  );
}

/** Whether an input that has the value is valid, and keeps it as it is. */
function accepts(schema: z.ZodType, value: unknown): boolean {
  const parsed = schema.safeParse(value);
  return parsed.success && (isDeepStrictEqual(parsed.data, value) || (value === null && parsed.data === undefined));
}

let made = 0;

function candidates(schema: z.ZodType): unknown[] {
  const {
    enum: choices,
    minimum = 0,
    maximum = 0,
    multipleOf = 1,
  } = z.toJSONSchema(unwrap(schema), {
    unrepresentable: 'any',
  });
  if (choices) return choices;
  const unique = ++made;
  const letters = String(unique).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  if (kindOf(schema) === 'html') return [`<p>Words ${unique}</p>`, `<p>Others ${unique}</p>`];
  return [
    ...[`Words ${unique}`, `Others ${unique}`],
    ...[`https://words-${unique}.example`, `https://others-${unique}.example:8443`],
    ...[`mara${unique}@example.org`, `vera${unique}@example.org`],
    ...[`+371 ${20_000_000 + unique}`, `+371 ${21_000_000 + unique}`],
    ...['2026-03-02', '2026-03-04', '10:00', '11:00', '09:00', '12:00'],
    ...['2026-03-02T10:00:00Z', '2026-03-02T10:30:00Z', '2026-03-02T11:00:00Z'],
    ...['Europe/Riga', 'Europe/Vilnius', 'fa fa-home', 'fa fa-bookmark'],
    ...['https://example.org/one', 'https://example.org/two', '/one', '/two'],
    ...[`words-${letters}`, `others-${letters}`, letters, 'one', 'two', 'LV', 'LT', 'de', 'fr'],
    ...['x'.repeat(43), 'y'.repeat(43), '123456', '654321'],
    ...[true, false],
    ...[60, 45, 30, 20, 15, 10, 5, 3, 2, 1, 0, 8_000, 9_000].flatMap((number) => [number, number / 100]),
    ...[minimum, minimum + multipleOf, maximum, maximum - multipleOf],
  ];
}

/** Whether the answer says what was sent: empty values are alike, and so are ways to write an instant. */
export function says(answered: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    return (
      Array.isArray(answered) &&
      answered.length === sent.length &&
      sent.every((value, index) => says(answered[index], value))
    );
  }
  if (isRecord(sent))
    return isRecord(answered) && Object.entries(sent).every(([key, value]) => says(answered[key], value));
  if (isDeepStrictEqual(answered ?? '', sent ?? '')) return true;
  return isInstant(answered) && isInstant(sent) && Temporal.Instant.from(answered).equals(Temporal.Instant.from(sent));
}

const isInstant = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
