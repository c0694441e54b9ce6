// Compiles, once per schema, the mapping of names: camelCase inside, the specification's spellings on the wire.
import type { z } from 'zod';
import { pascal } from './service.ts';

/** One reason to reject a value from the wire: the wire name of the field and an i18n code. */
export interface WireIssue {
  key: string;
  code: 'field.invalid' | 'field.unknown';
}

interface Codec {
  encode(value: unknown): unknown;
  /** `query`: values are text, and names match case-insensitively. */
  decode(value: unknown, query: boolean, path: string, issues: WireIssue[]): unknown;
}

const codecs = new WeakMap<z.ZodType, Codec>();

/** Renames a value of `schema` for the wire. */
export function toWire(schema: z.ZodType, value: unknown): unknown {
  return codecOf(schema).encode(value);
}

/** Maps names from the wire to inner names, and parses query text; adds an issue for every unknown field. */
export function fromWire(schema: z.ZodType, value: unknown, options: { query: boolean }, issues: WireIssue[]): unknown {
  return codecOf(schema).decode(value, options.query, '', issues);
}

/** The wire name of a field: its `meta({ wire })`, otherwise its name in PascalCase. */
export function wireName(key: string, field: z.ZodType): string {
  return metaOf(field, 'wire') ?? pascal(key);
}

/** Translates a path of inner names into wire names, such as `Services[0].Name`. */
export function wirePath(schema: z.ZodType, path: readonly PropertyKey[]): string {
  let at: z.ZodType | undefined = schema;
  let out = '';
  for (const step of path) {
    const inner: z.ZodType | undefined = at && unwrap(at);
    if (typeof step === 'number') {
      out += `[${step}]`;
      at = inner && isArray(inner) ? (inner.def.element as z.ZodType) : undefined;
    } else {
      const field: z.ZodType | undefined = inner && isObject(inner) ? inner.shape[String(step)] : undefined;
      out += `${out && '.'}${field ? wireName(String(step), field) : String(step)}`;
      at = field;
    }
  }
  return out;
}

/** The fields of an object schema, unwrapped from optional, default and the like; undefined for any other kind. */
export function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const inner = unwrap(schema);
  return isObject(inner) ? inner.shape : undefined;
}

/** The schema of an array's elements; undefined for any other kind. */
export function elementOf(schema: z.ZodType): z.ZodType | undefined {
  const inner = unwrap(schema);
  return isArray(inner) ? (inner.def.element as z.ZodType) : undefined;
}

/** The kind of value that a schema describes: its `meta({ kind })`, otherwise zod's own type name. */
export function kindOf(schema: z.ZodType): string {
  return metaOf(schema, 'kind') ?? unwrap(schema).def.type;
}

/** The values of an enum field, in order; undefined for any other kind. */
export function optionsOf(schema: z.ZodType): readonly string[] | undefined {
  const inner = unwrap(schema);
  return inner.def.type === 'enum' ? ((inner as z.ZodEnum).options as string[]) : undefined;
}

/** Reads a value from a schema's metadata, also when optional, default and the like wrap the schema later. */
export function metaOf(schema: z.ZodType, name: 'wire' | 'kind' | 'words'): string | undefined {
  for (let at: z.ZodType | undefined = schema; at; at = wrapped(at)) {
    const value = at.meta()?.[name];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

function codecOf(schema: z.ZodType): Codec {
  const found = codecs.get(schema);
  if (found) return found;
  // A recursive schema looks itself up while it is being compiled.
  let made: Codec | undefined;
  const ready = () => {
    made ??= compile(schema);
    return made;
  };
  const forward: Codec = {
    encode: (value) => ready().encode(value),
    decode: (value, query, path, issues) => ready().decode(value, query, path, issues),
  };
  codecs.set(schema, forward);
  made = compile(schema);
  codecs.set(schema, made);
  return made;
}

function compile(schema: z.ZodType): Codec {
  const inner = unwrap(schema);
  if (isObject(inner)) return compileObject(inner);
  if (isArray(inner)) return compileArray(codecOf(inner.def.element as z.ZodType));
  return {
    encode: (value) => value,
    decode(value, query, path, issues) {
      // PostgreSQL text cannot contain NUL.
      if (typeof value === 'string' && value.includes('\0')) issues.push({ key: path, code: 'field.invalid' });
      return query ? fromText(inner, value) : value;
    },
  };
}

function compileObject(schema: z.ZodObject): Codec {
  const fields = Object.entries(schema.shape).map(([key, field]) => ({
    key,
    name: wireName(key, field as z.ZodType),
    wire: codecOf(field as z.ZodType),
  }));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const byFolded = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
  return {
    encode(value) {
      if (!isRecord(value)) return value;
      const out: Record<string, unknown> = {};
      for (const { key, name, wire } of fields) {
        const part = value[key];
        if (part !== undefined) out[name] = wire.encode(part);
      }
      return out;
    },
    decode(value, query, path, issues) {
      if (!isRecord(value)) return value;
      const out: Record<string, unknown> = {};
      for (const [name, part] of Object.entries(value)) {
        const field = query ? byFolded.get(name.toLowerCase()) : byName.get(name);
        const at = `${path}${path && '.'}${field?.name ?? name}`;
        if (field) out[field.key] = field.wire.decode(part, query, at, issues);
        else issues.push({ key: at, code: 'field.unknown' });
      }
      return out;
    },
  };
}

function compileArray(element: Codec): Codec {
  return {
    encode: (value) => (Array.isArray(value) ? value.map(element.encode) : value),
    decode(value, query, path, issues) {
      const list = query && typeof value === 'string' ? value.split(',') : value;
      if (!Array.isArray(list)) return list;
      return list.map((part, index) => element.decode(part, query, `${path}[${index}]`, issues));
    },
  };
}

/** Parses query text into the type of the field. Text that does not parse is left for the schema to reject. */
function fromText(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const kind = schema.def.type;
  if (kind === 'number' && /^-?\d+(\.\d+)?(e-?\d+)?$/.test(value)) return Number(value);
  if (kind === 'boolean' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  // A plus sign that the sender did not escape arrives as a space.
  if (schema.meta()?.instant) return value.replace(' ', '+');
  return value;
}

/** The schema inside optional, nullable, default and the like. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const next = wrapped(schema);
  return next ? unwrap(next) : schema;
}

/** The schema directly inside optional, nullable, default, readonly, preprocess and the like. */
function wrapped(schema: z.ZodType): z.ZodType | undefined {
  // zod stores a wrapper's inner schema in `def`, under these names; it has no public type that covers all of them.
  const def = schema.def as { type: string; innerType?: z.ZodType; in?: z.ZodType; out?: z.ZodType };
  if (def.innerType) return def.innerType;
  if (def.type === 'pipe') return def.in?.def.type === 'transform' ? def.out : def.in;
  return undefined;
}

function isObject(schema: z.ZodType): schema is z.ZodObject {
  return schema.def.type === 'object';
}

function isArray(schema: z.ZodType): schema is z.ZodArray {
  return schema.def.type === 'array';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
