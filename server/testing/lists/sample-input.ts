// Builds a valid input of an operation from its contract: for tests that call every operation.
import { z } from 'zod';
import { id } from '#contract/lib/fields.ts';
import { elementOf, fieldsOf, unwrap, wireName } from '#contract/lib/wire.ts';

/** An id within an input: its path by inner names (`rows.id` inside others), and by the names of the wire. */
export interface IdPlace {
  path: string;
  optional: boolean;
}

/** Every id that an input can hold. */
export function idsIn(schema: z.ZodType, path = ''): IdPlace[] {
  const fields = fieldsOf(schema);
  if (fields) return Object.entries(fields).flatMap(([key, field]) => idsIn(field, path ? `${path}.${key}` : key));
  const element = elementOf(schema);
  if (element) return idsIn(element, path);
  return isId(schema) ? [{ path, optional: schema.safeParse(undefined).success }] : [];
}

/**
 * An input with the names of the wire. `idAt` returns the id for a path (undefined leaves out an optional one); other
 * optional fields are left out, required ones come from `known` by their inner name, else are the first valid value.
 */
export function sampleInput(
  schema: z.ZodType,
  idAt: (path: string) => string | undefined,
  knownValues: Record<string, () => unknown> = {},
  path = '',
): unknown {
  const fields = fieldsOf(schema);
  if (fields) {
    const parts = Object.entries(fields).flatMap(([key, field]) => {
      const at = path ? `${path}.${key}` : key;
      const isGiven = idsIn(field, at).some((place) => idAt(place.path) !== undefined);
      if (!isGiven && field.safeParse(undefined).success) return [];
      const value = !isGiven && knownValues[key] ? knownValues[key]() : sampleInput(field, idAt, knownValues, at);
      return [[wireName(key, field), value] as const];
    });
    return Object.fromEntries(parts);
  }
  const element = elementOf(schema);
  if (element) return [sampleInput(element, idAt, knownValues, path)];
  if (isId(schema)) return idAt(path) ?? (schema.safeParse(null).success ? null : undefined);
  return [...choicesOf(schema), ...guesses].find((guess) => schema.safeParse(guess).success);
}

const guesses: unknown[] = [
  'Words',
  'mara@example.org',
  '+371 20000000',
  '2026-03-02',
  '10:00',
  '2026-03-02T10:00:00Z',
  'fa fa-home',
  'https://example.org/',
  'x'.repeat(43),
  '123456',
  1,
  true,
  14,
  100,
  null,
  [],
  {},
];

/** Whether a field holds the id of a record. */
export function isId(schema: z.ZodType): boolean {
  return jsonSchemaOf(schema).text.includes(uuidPattern);
}
const uuidPattern = JSON.stringify(z.toJSONSchema(id).pattern);

function choicesOf(schema: z.ZodType): unknown[] {
  const { enum: choices, const: only } = jsonSchemaOf(schema).schema;
  return choices ?? (only === undefined ? [] : [only]);
}

const convert = (schema: z.ZodType) => z.toJSONSchema(unwrap(schema), { unrepresentable: 'any' });

interface Converted {
  schema: ReturnType<typeof convert>;
  text: string;
}

const jsonSchemas = new WeakMap<z.ZodType, Converted>();

/** Converted once: tests that call every operation as every caller ask thousands of times. */
function jsonSchemaOf(schema: z.ZodType): Converted {
  const known = jsonSchemas.get(schema);
  if (known) return known;
  const converted = convert(schema);
  const kept = { schema: converted, text: JSON.stringify(converted) };
  jsonSchemas.set(schema, kept);
  return kept;
}
