// The inputs of inserts and updates, which accept a record as it was answered.
import { z } from 'zod';
import { wireName } from './wire.ts';

type Shape = Record<string, z.ZodType>;
type Omittable<S extends Shape> = { [K in keyof S]: z.ZodOptional<S[K]> };

/** The input of an insert: the fields to write. Other fields of the answered record are accepted and ignored. */
export function insertInput<I extends Shape>(row: z.ZodObject, writable: I): z.ZodObject<I> {
  // The type omits the ignored fields, which no handler receives.
  return z.strictObject({ ...writable, ...ignoredOf(row, writable) }) as unknown as z.ZodObject<I>;
}

/**
 * The input of an update: like that of an insert, but each omitted field stays as it is. `key` has the fields that are
 * not written, such as the id.
 */
export function updateInput<I extends Shape, K extends Shape>(
  row: z.ZodObject,
  writable: I,
  key: K,
): z.ZodObject<Omittable<I> & K> {
  const fields = Object.entries(writable).map(([name, field]) => [name, omittable(field)]);
  const shape = { ...key, ...Object.fromEntries(fields), ...ignoredOf(row, { ...key, ...writable }) };
  return z.strictObject(shape) as unknown as z.ZodObject<Omittable<I> & K>;
}

/** A default would overwrite the present value of an omitted field. */
function omittable(field: z.ZodType): z.ZodType {
  return withoutDefault(field).optional().meta({ omittable: true });
}

/** The schema inside defaults, with their metadata. */
export function withoutDefault(field: z.ZodType): z.ZodType {
  if (field.def.type !== 'default') return field;
  const inner = withoutDefault((field as z.ZodDefault).def.innerType as z.ZodType);
  const meta = field.meta();
  return meta ? inner.meta(meta) : inner;
}

function ignoredOf(row: z.ZodObject, known: Shape): Shape {
  const fields = Object.entries(row.shape as Shape).filter(([name]) => !(name in known));
  const ignored = fields.map(([name, field]) => [
    name,
    z
      .unknown()
      .optional()
      .meta({ kind: 'ignored', wire: wireName(name, field), description: 'Ignored.' }),
  ]);
  return Object.fromEntries(ignored);
}
