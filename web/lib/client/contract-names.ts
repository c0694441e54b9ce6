// Stands in for zod in the browser, where the contract is read for its names and its checks: what an object has, what an array
// holds, how long a text may be. zod itself weighs more than the router; `web/lib/forms/issues-in.ts` judges values by what is
// recorded here, and what it cannot judge is left to the server.

interface Def {
  type: string;
  innerType?: Names;
  element?: Names;
  in?: Names;
  out?: Names;
  /** Of a union: what it may be. */
  choices?: readonly Names[];
  /** Of a literal: the values it may have. */
  values?: readonly unknown[];
  /** Of a transform. */
  change?: (value: unknown) => unknown;
  /** What is said of a value of another type, as zod takes it. */
  error?: unknown;
}

export interface Names {
  def: Def;
  shape?: Record<string, Names>;
  options?: readonly string[];
  checks: readonly Check[];
  meta(values?: Record<string, unknown>): unknown;
}

type Shape = Record<string, Names>;

/** A rule put on a schema, such as `max` with its arguments. */
export interface Check {
  name: string;
  args: readonly unknown[];
}

/**
 * A schema that knows its type and its parts. It records any other method called on it (`min`, `regex`, …) as a check.
 */
function schema(
  def: Def,
  parts: {
    shape?: Shape;
    options?: readonly string[];
    values?: Record<string, unknown>;
    checks?: readonly Check[];
  } = {},
): Names {
  const members: Record<string, unknown> = {
    def,
    // Every schema has these. The proxy would record a missing member as a check.
    checks: [],
    options: [],
    ...parts,
    meta: (values?: Record<string, unknown>) =>
      values ? schema(def, { ...parts, values: { ...parts.values, ...values } }) : parts.values,
    optional: () => schema({ type: 'optional', innerType: self }),
    nullable: () => schema({ type: 'nullable', innerType: self }),
    nullish: () => schema({ type: 'optional', innerType: schema({ type: 'nullable', innerType: self }) }),
    default: () => schema({ type: 'default', innerType: self }),
    array: () => schema({ type: 'array', element: self }),
    pipe: (out: Names) => schema({ type: 'pipe', in: self, out }),
    extend: (shape: Shape) => object(merge(parts.shape, shape)),
    pick: (mask: object) => object(filterShape(parts.shape, (name) => name in mask)),
    omit: (mask: object) => object(filterShape(parts.shape, (name) => !(name in mask))),
    partial: () =>
      object(
        Object.fromEntries(
          Object.entries(parts.shape ?? {}).map(([name, field]) => [
            name,
            schema({ type: 'optional', innerType: field }),
          ]),
        ),
      ),
    parse: notAvailable,
    safeParse: notAvailable,
  };
  const self = new Proxy(members, {
    get: (target, name) =>
      name in target || typeof name === 'symbol' || name === 'then'
        ? target[String(name)]
        : (...args: unknown[]) => schema(def, { ...parts, checks: [...(parts.checks ?? []), { name, args }] }),
  }) as unknown as Names; // The proxy has every member of `Names`.
  return self;
}

function notAvailable(): never {
  throw new Error('The browser has the contract without zod: `issuesIn` judges, the server parses.');
}

const object = (shape: Shape) => schema({ type: 'object' }, { shape });
const leaf = (type: string) => (error?: unknown) => schema({ type, error });
/** A text of a format; without a pattern, all that is known is that it is not empty. */
const format = (params?: { pattern?: RegExp }) =>
  schema({ type: 'string', error: params }, { checks: [{ name: 'format', args: [params?.pattern ?? /./s, params] }] });

/** Copies getters unevaluated: recursive schemas refer to themselves through them. */
function merge(...shapes: (Shape | undefined)[]): Shape {
  const out: Shape = {};
  for (const shape of shapes) Object.defineProperties(out, Object.getOwnPropertyDescriptors(shape ?? {}));
  return out;
}

function filterShape(shape: Shape | undefined, isWanted: (name: string) => boolean): Shape {
  const all = Object.entries(Object.getOwnPropertyDescriptors(shape ?? {}));
  return Object.defineProperties({}, Object.fromEntries(all.filter(([name]) => isWanted(name)))) as Shape;
}

export const z = {
  object,
  strictObject: object,
  looseObject: object,
  array: (element: Names) => schema({ type: 'array', element }),
  enum: (options: readonly string[], error?: unknown) => schema({ type: 'enum', error }, { options }),
  preprocess: (change: Def['change'], out: Names) =>
    schema({ type: 'pipe', in: schema({ type: 'transform', change }), out }),
  record: () => schema({ type: 'record' }),
  union: (choices: readonly Names[], error?: unknown) => schema({ type: 'union', choices, error }),
  literal: (value: unknown) => schema({ type: 'literal', values: [value].flat() }),
  string: leaf('string'),
  number: leaf('number'),
  boolean: leaf('boolean'),
  unknown: leaf('unknown'),
  email: format,
  iso: { datetime: format, date: format },
};
