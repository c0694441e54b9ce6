// What a form knows of a field before the server sees it, read from the contract's schema.
import type { z } from 'zod';
import { kindOf } from '#contract/lib/wire.ts';
import type { Check } from '#web/lib/client/contract-names.ts';

export interface FieldRules {
  /** `string`, `number`, `boolean`, `enum`, or a kind of `contract/lib/fields.ts`. */
  kind: string;
  isRequired: boolean;
  /** The longest text, or the largest number. */
  most: number | undefined;
  least: number | undefined;
  isWhole: boolean;
  options: readonly string[];
  /** What is wrong with a value, as a code and what fills its gaps; undefined when nothing is. */
  check(value: unknown): { code: string; params?: Record<string, unknown> } | undefined;
}

/** In the browser, schemas are what `contract-names.ts` makes of them: they keep their checks as they were called. */
interface Kept {
  def: { type: string; innerType?: Kept; in?: Kept; out?: Kept };
  checks?: readonly Check[];
  options?: readonly string[];
}

/** Kinds of text that may be empty unless a check says otherwise. */
const freeTexts = ['string', 'link', 'lines', 'code', 'language'];

export function rulesOf(schema: z.ZodType): FieldRules {
  let at = schema as unknown as Kept; // See Kept.
  let mayLack = false;
  for (let next = inside(at); next; next = inside(at)) {
    if (['optional', 'nullable', 'default'].includes(at.def.type)) mayLack = true;
    at = next;
  }
  const checks = at.checks ?? [];
  const kind = kindOf(schema);
  const isText = at.def.type === 'string';
  const limit = (name: string) => checks.find((check) => check.name === name)?.args[0] as number | undefined; // As zod wants it.
  const least = limit('min');
  const isRequired =
    !mayLack &&
    at.def.type !== 'boolean' &&
    (!isText ||
      !freeTexts.includes(kind) ||
      (least ?? 0) > 0 ||
      checks.some(({ name, args: [pattern] }) => name === 'regex' && !(pattern as RegExp).test('')));
  return {
    kind,
    isRequired,
    least,
    most: limit('max'),
    isWhole: checks.some((check) => check.name === 'int'),
    options: at.options ?? [],
    check(value) {
      const given = typeof value === 'string' ? value.trim() : value;
      if (given === '' || given === null || given === undefined)
        return isRequired ? { code: 'field.required' } : undefined;
      if (kind === 'eMail' && !/^\S+@\S+\.\S+$/.test(String(given))) return { code: 'field.email' };
      for (const check of checks) {
        const wrong = broken(check, given);
        if (wrong) return wrong;
      }
      return undefined;
    },
  };
}

function broken(
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

function inside({ def }: Kept): Kept | undefined {
  if (def.innerType) return def.innerType;
  if (def.type === 'pipe') return def.in?.def.type === 'transform' ? def.out : def.in;
  return undefined;
}
