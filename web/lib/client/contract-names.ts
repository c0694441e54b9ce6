// Stands in for zod in the browser, where the contract is only read for its names: what an object has, what an array holds.
// zod itself weighs more than the router; the server validates, and its messages are shown beside the fields.

interface Def {
  type: string;
  innerType?: Names;
  element?: Names;
  in?: Names;
  out?: Names;
}

interface Names {
  def: Def;
  shape?: Record<string, Names>;
  options?: readonly string[];
  checks?: readonly Check[];
  meta(values?: Record<string, unknown>): unknown;
}

type Shape = Record<string, Names>;

/** A rule put on a schema, such as `max` with its arguments; forms tell the person before the server does. */
export interface Check {
  name: string;
  args: readonly unknown[];
}

/** A schema that knows its kind and its parts; every other word on it (`min`, `regex`, …) is kept as a check. */
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
    // Of every schema: what is missing here would pass for a check.
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
  }) as unknown as Names; // Built to be one.
  return self;
}

function notAvailable(): never {
  throw new Error('The browser reads the contract for its names only; the server validates.');
}

const object = (shape: Shape) => schema({ type: 'object' }, { shape });
const leaf = (type: string) => () => schema({ type });

/** Keeps getters, by which schemas refer to themselves. */
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
  enum: (options: readonly string[]) => schema({ type: 'enum' }, { options }),
  preprocess: (_change: unknown, out: Names) => schema({ type: 'pipe', in: schema({ type: 'transform' }), out }),
  record: leaf('record'),
  union: leaf('union'),
  literal: leaf('literal'),
  string: leaf('string'),
  number: leaf('number'),
  boolean: leaf('boolean'),
  unknown: leaf('unknown'),
  null: leaf('null'),
  email: leaf('string'),
  url: leaf('string'),
  uuid: leaf('string'),
  int: leaf('number'),
  iso: { datetime: leaf('string'), date: leaf('string'), time: leaf('string') },
  coerce: { number: leaf('number'), string: leaf('string'), boolean: leaf('boolean') },
};
