// Compiles, once per schema, the mapping of names: camelCase inside, the specification's spellings on the wire.
import type { z } from 'zod';
import { newId } from './fields.ts';
import { pascal } from './service.ts';

/** One reason to reject a value from the wire: the wire name of the field and an i18n code. */
export interface WireIssue {
  key: string;
  code: 'field.invalid' | 'field.unknown';
}

export interface WireOptions {
  /** Values are text, as in a query. */
  query: boolean;
  /** Reads a request: the all-zero id of a reference that can be empty means none. */
  isInput?: boolean;
  /** Converts a date or a date with a time that names no zone into an instant; without it, the schema rejects them. */
  toInstant?: (local: string) => string;
}

interface Codec {
  encode(value: unknown): unknown;
  decode(value: unknown, options: WireOptions, path: string, issues: WireIssue[]): unknown;
}

const codecs = new WeakMap<z.ZodType, Codec>();

/** Renames a value of `schema` for the wire. */
export function toWire(schema: z.ZodType, value: unknown): unknown {
  return codecOf(schema).encode(value);
}

/**
 * Maps names from the wire to inner names, and parses query text; adds an issue for every unknown field. A name matches
 * exactly, else without regard to case. Ignored fields are left out.
 */
export function fromWire(schema: z.ZodType, value: unknown, options: WireOptions, issues: WireIssue[]): unknown {
  return codecOf(schema).decode(value, options, '', issues);
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

/**
 * Reads a value from a schema's metadata, also when optional, default and the like wrap the schema later. `shown` is
 * the field that stands for a record in exports, `none` the key of the words for no value.
 */
export function metaOf(
  schema: z.ZodType,
  name: 'wire' | 'spellings' | 'kind' | 'words' | 'shown' | 'none',
): string | undefined {
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
    decode: (value, options, path, issues) => ready().decode(value, options, path, issues),
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
  const none = noneOf(schema);
  const isInstant = inner.meta()?.instant === true;
  const isId = kindOf(schema) === 'id';
  const local = kindOf(schema) === 'instant' ? localInstant : localTime;
  return {
    encode: (value) => value,
    decode(value, { query, isInput, toInstant }, path, issues) {
      // PostgreSQL text cannot contain NUL, and its JSON no half of a surrogate pair.
      if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
        issues.push({ key: path, code: 'field.invalid' });
      if (isInput && none && value === newId) return none.value;
      // Some clients write ids in capitals; ours are compared as texts.
      if (isId && typeof value === 'string') return value.toLowerCase();
      if (isInstant && toInstant && typeof value === 'string' && local.test(value)) return toInstant(value);
      return query ? fromText(inner, value) : value;
    },
  };
}

/** A date, or a date with a time, without a zone. */
const localInstant = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,9})?)?)?$/;
/** The same where a date stands for the whole day. */
const localTime = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/;

/** The empty value of an id that can be empty: null, or undefined where null is not accepted. */
function noneOf(schema: z.ZodType): { value: null | undefined } | undefined {
  if (kindOf(schema) !== 'id') return undefined;
  let none: { value: null | undefined } | undefined;
  for (let at: z.ZodType | undefined = schema; at; at = wrapped(at)) {
    if (at.def.type === 'nullable') return { value: null };
    if (at.def.type === 'optional' && !at.meta()?.omittable) none = { value: undefined };
  }
  return none;
}

function compileObject(schema: z.ZodObject): Codec {
  const fields = Object.entries(schema.shape).map(([key, field]) => ({
    key,
    name: wireName(key, field as z.ZodType),
    /** Other names in requests, with spaces between. */
    spellings: metaOf(field as z.ZodType, 'spellings')?.split(' ') ?? [],
    isIgnored: kindOf(field as z.ZodType) === 'ignored',
    wire: codecOf(field as z.ZodType),
  }));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const byFolded = new Map(
    fields.flatMap((field) => [field.name, ...field.spellings].map((name) => [name.toLowerCase(), field] as const)),
  );
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
    decode(value, options, path, issues) {
      if (!isRecord(value)) return value;
      const out: Record<string, unknown> = {};
      const seen = new Set<string>();
      const at = (name: string) => `${path}${path && '.'}${name}`;
      // Exact names first: another spelling of the same name is unknown.
      const names = Object.keys(value);
      for (const name of [...names.filter((each) => byName.has(each)), ...names.filter((each) => !byName.has(each))]) {
        const field = byName.get(name) ?? byFolded.get(name.toLowerCase());
        if (!field || seen.has(field.key)) issues.push({ key: at(name), code: 'field.unknown' });
        else if (!field.isIgnored) out[field.key] = field.wire.decode(value[name], options, at(field.name), issues);
        if (field) seen.add(field.key);
      }
      return out;
    },
  };
}

function compileArray(element: Codec): Codec {
  return {
    encode: (value) => (Array.isArray(value) ? value.map(element.encode) : value),
    decode(value, options, path, issues) {
      const list = options.query && typeof value === 'string' ? (value === '' ? [] : value.split(',')) : value;
      if (!Array.isArray(list)) return list;
      return list.map((part, index) => element.decode(part, options, `${path}[${index}]`, issues));
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
