// What a form knows of a field before the server sees it, read from the contract's schema.
import type { z } from 'zod';
import { kindOf } from '#contract/lib/wire.ts';
import type { Check } from '#web/lib/client/contract-names.ts';

export interface FieldRules {
  /** `string`, `number`, `boolean`, `enum`, or a kind of `contract/lib/fields.ts`. */
  kind: string;
  isRequired: boolean;
  /** The longest text, or the largest number. */
  max: number | undefined;
  min: number | undefined;
  isWhole: boolean;
  options: readonly string[];
  /** What is wrong with a value, as a code and what fills its gaps; undefined when nothing is. */
  check(value: unknown): { code: string; params?: Record<string, unknown> } | undefined;
}

/** In the browser, schemas are what `contract-names.ts` makes of them: they keep their checks as they were called. */
interface SchemaInfo {
  def: { type: string; innerType?: SchemaInfo; in?: SchemaInfo; out?: SchemaInfo };
  checks?: readonly Check[];
  options?: readonly string[];
}

/** Kinds of text that may be empty unless a check says otherwise. */
const optionalTextKinds = ['string', 'link', 'lines', 'code', 'language'];

export function rulesOf(schema: z.ZodType): FieldRules {
  let inner = schema as unknown as SchemaInfo; // See Kept.
  let isOptional = false;
  for (let next = innerSchema(inner); next; next = innerSchema(inner)) {
    if (['optional', 'nullable', 'default'].includes(inner.def.type)) isOptional = true;
    inner = next;
  }
  const checks = inner.checks ?? [];
  const kind = kindOf(schema);
  const isText = inner.def.type === 'string';
  const limit = (name: string) => checks.find((check) => check.name === name)?.args[0] as number | undefined; // As zod wants it.
  const min = limit('min');
  const isRequired =
    !isOptional &&
    inner.def.type !== 'boolean' &&
    (!isText ||
      !optionalTextKinds.includes(kind) ||
      (min ?? 0) > 0 ||
      checks.some(({ name, args: [pattern] }) => name === 'regex' && !(pattern as RegExp).test('')));
  return {
    kind,
    isRequired,
    min,
    max: limit('max'),
    isWhole: checks.some((check) => check.name === 'int'),
    options: inner.options ?? [],
    check(value) {
      const trimmed = typeof value === 'string' ? value.trim() : value;
      if (trimmed === '' || trimmed === null || trimmed === undefined)
        return isRequired ? { code: 'field.required' } : undefined;
      if (kind === 'eMail' && !/^\S+@\S+\.\S+$/.test(String(trimmed))) return { code: 'field.email' };
      for (const check of checks) {
        const problem = violation(check, trimmed);
        if (problem) return problem;
      }
      return undefined;
    },
  };
}

function violation(
  { name, args: [first, more] }: Check,
  value: unknown,
): { code: string; params?: Record<string, unknown> } | undefined {
  const code = (more as { error?: string } | undefined)?.error; // zod's own parameter.
  const size = typeof value === 'string' ? value.length : Number(value);
  if (name === 'min' && size < Number(first)) return { code: code ?? 'field.small', params: { minimum: first } };
  if (name === 'max' && size > Number(first)) return { code: code ?? 'field.big', params: { maximum: first } };
  if (name === 'int' && !Number.isInteger(value)) return { code: 'field.invalid' };
  if (name === 'regex' && !(first as RegExp).test(String(value))) return { code: code ?? 'field.invalid' };
  if (name === 'refine' && !(first as (value: unknown) => boolean)(value)) return { code: code ?? 'field.invalid' };
  return undefined;
}

function innerSchema({ def }: SchemaInfo): SchemaInfo | undefined {
  if (def.innerType) return def.innerType;
  if (def.type === 'pipe') return def.in?.def.type === 'transform' ? def.out : def.in;
  return undefined;
}
