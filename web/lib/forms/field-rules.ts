// Reads the limits of an input from the contract's schema.
import type { z } from 'zod';
import type { Operation } from '#contract/lib/service.ts';
import { fieldsOf, kindOf } from '#contract/lib/wire.ts';
import type { Names } from '#web/lib/client/contract-names.ts';
import { issuesIn } from './issues-in.ts';

export interface FieldRules {
  /** `string`, `number`, `boolean`, `enum`, or a kind of `contract/lib/fields.ts`. */
  kind: string;
  isRequired: boolean;
  /** The maximum length of a text, or the largest number. */
  max: number | undefined;
  min: number | undefined;
  isWhole: boolean;
  options: readonly string[];
}

export function rulesOf(schema: z.ZodType): FieldRules {
  const { def, checks, options = [] } = innermost(schema as unknown as Names); // See `contract-names.ts`.
  // zod declares these limits as numbers.
  const limit = (name: string) => checks.find((check) => check.name === name)?.args[0] as number | undefined;
  return {
    kind: kindOf(schema),
    // A form sends every field, so a default and an optional field still need a value.
    isRequired: def.type !== 'boolean' && ['', null].every((empty) => issuesIn(schema, empty).length > 0),
    min: limit('min'),
    max: limit('max'),
    isWhole: checks.some((check) => check.name === 'int'),
    options,
  };
}

/** Props of a text input: the maximum length that the operation accepts. */
export function lengthOf<O extends Operation>(operation: O, field: keyof O['input']['shape'] & string) {
  return { maxLength: rulesIn(operation, field)?.max };
}

/** Props of a number input: the range that the operation accepts. */
export function numberRange<O extends Operation>(operation: O, field: keyof O['input']['shape'] & string) {
  const rules = rulesIn(operation, field);
  return { min: rules?.min, max: rules?.max, allowDecimal: rules?.isWhole === false };
}

function rulesIn(operation: Operation, field: string): FieldRules | undefined {
  const schema = fieldsOf(operation.input)?.[field];
  return schema && rulesOf(schema);
}

/** The schema with the checks of typed text; of several choices, the one that is not a literal. */
function innermost(schema: Names): Names {
  const { innerType, in: first, out, choices } = schema.def;
  const next = innerType ?? (first?.def.type === 'transform' ? out : first) ?? choices?.find(({ def }) => !def.values);
  return next ? innermost(next) : schema;
}
