// Completes an update: fields that its input omits stay as they are.
import type { z } from 'zod';
import { fromWire } from '#contract/lib/wire.ts';
import type { JsonText } from './answer.ts';

/**
 * Returns the input with the present values of the omitted fields. `fields` are those that the operation writes; one
 * that the record does not contain, such as a password, stays omitted.
 */
export function completeUpdate<I>(fields: Record<string, z.ZodType>, given: object, present: object): I {
  const unchanged = Object.entries(present).filter(([name]) => name in fields);
  return { ...Object.fromEntries(unchanged), ...given } as I;
}

/** Reads a record from its answer. */
export function recordIn(schema: z.ZodType, answer: JsonText): Record<string, unknown> {
  // Answers are those of the schema.
  return fromWire(schema, JSON.parse(answer.text), { query: false }, []) as Record<string, unknown>;
}
