// Converts a zod schema to JSON Schema 2020-12 with wire names.
import { z } from 'zod';
import { id } from './fields.ts';
import { wireName } from './wire.ts';

/** The subset of JSON Schema that the contracts use. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
}

const uuidPattern = JSON.stringify(z.toJSONSchema(id).pattern);
const places = /^#\/\$defs\//;

export class SchemaWriter {
  /** Recursive schemas, for `components.schemas`. */
  readonly shared: Record<string, JsonSchema> = {};

  /** `io`: the request or the answer. `name` keeps the shared schemas of different operations apart. */
  write(schema: z.ZodType, io: 'input' | 'output', name: string): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...written
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      // zod passes its own union of all schemas; each member is a ZodType.
      override: ({ zodSchema, jsonSchema }) => rename(zodSchema as unknown as z.ZodType, jsonSchema),
    }) as JsonSchema & { $schema?: string; $defs?: Record<string, JsonSchema> };
    const sharedName = (key: string) => `${name}${key.replace(/^__schema/, '_')}`;
    const placed = (value: JsonSchema): JsonSchema =>
      JSON.parse(JSON.stringify(value), (key, part: unknown) =>
        key === '$ref' && typeof part === 'string' && places.test(part)
          ? `#/components/schemas/${sharedName(part.replace(places, ''))}`
          : part,
      );
    for (const [key, part] of Object.entries($defs ?? {})) this.shared[sharedName(key)] = placed(part);
    return placed(written);
  }
}

/** Changes one written schema in place; called for inner schemas first. */
function rename(schema: z.ZodType, written: Record<string, unknown>): void {
  if (schema.def.type === 'object') {
    const { shape } = schema as z.ZodObject;
    const wire = (key: string) => (shape[key] ? wireName(key, shape[key] as z.ZodType) : key);
    const { properties = {}, required } = written as JsonSchema;
    written.properties = Object.fromEntries(Object.entries(properties).map(([key, part]) => [wire(key), part]));
    if (required) written.required = required.map(wire);
  }
  if (written.example !== undefined) written.examples = [written.example];
  if (JSON.stringify(written.pattern) === uuidPattern) Object.assign(written, { format: 'uuid', pattern: undefined });
  // The format says the same, and the patterns behind formats are longer than the rest of the document.
  if (written.format) delete written.pattern;
  if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
  if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
  for (const internalKey of ['wire', 'spellings', 'kind', 'words', 'instant', 'example', 'omittable', 'shown', 'none'])
    delete written[internalKey];
}
