// Stands in for zod in the browser, where zod would weigh more than the router. Records the names and checks of the
// contract: the fields of objects, the elements of arrays, the limits of texts. `web/lib/forms/issues-in.ts`
// validates values by this record and leaves the remaining checks to the server.

interface Def {
  type: string;
  innerType?: Names;
  element?: Names;
  in?: Names;
  out?: Names;
  /** The members of a union. */
  choices?: readonly Names[];
  /** The values of a literal. */
  values?: readonly unknown[];
  /** The function of a transform. */
  change?: (value: unknown) => unknown;
  /** The error for a value of another type, in any form that zod accepts. */
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

/** A check called on a schema, such as `max`, with its arguments. */
export interface Check {
  name: string;
  args: readonly unknown[];
}

/** A schema that knows its type and parts. It records any other method called on it (`min`, `regex`, …) as a check. */
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
/** A text of a format. Without a pattern, the browser checks only that the text is not empty. */
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
