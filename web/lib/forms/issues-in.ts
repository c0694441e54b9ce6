// Validates a value against a schema of the contract like zod, by the checks that the stand-in for zod records. Values
// pass if the browser cannot evaluate a check (a refinement, a transform, an unknown check); the server then validates.
import type { z } from 'zod';
import type { Issue } from '#contract/lib/issue-code.ts';
import type { Check, Names } from '#web/lib/client/contract-names.ts';

interface Verdict {
  issues: Issue[];
  /** The value after the changes of the schema, such as trimming. */
  value: unknown;
  /** The value has another type than the schema; a union reports no further issue of this choice. */
  isOther?: boolean;
  /** The browser cannot know how the schema changes the value. */
  isUnknown?: boolean;
}

type Path = readonly PropertyKey[];

/** Returns the issues of `value`; none if zod accepts it. */
export function issuesIn(schema: z.ZodType, value: unknown): Issue[] {
  return judge(schema as unknown as Names, value, []).issues; // The browser's schemas come from `contract-names.ts`.
}

/** Checks that only the server evaluates. */
const passed = ['refine', 'superRefine', 'describe'];
const changes: Record<string, (text: string) => string> = {
  trim: (text) => text.trim(),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
};
export const knownChecks = [...passed, ...Object.keys(changes), 'min', 'max', 'int', 'multipleOf', 'regex', 'format'];

function judge(schema: Names, value: unknown, path: Path): Verdict {
  const { def, checks } = schema;
  if (checks.some(({ name }) => !knownChecks.includes(name))) return unknown(value);
  const { type, innerType, in: first, out } = def;
  if (innerType) {
    const mayLack = type === 'nullable' ? value === null : value === undefined;
    return mayLack ? { issues: [], value } : judge(innerType, value, path);
  }
  if (type === 'transform') return changed(def.change, value);
  if (first && out) {
    const verdict = judge(first, value, path);
    if (verdict.issues.length) return { ...verdict, isOther: true };
    return verdict.isUnknown ? verdict : judge(out, verdict.value, path);
  }
  if (def.choices) return judgeUnion(schema, value, path);
  const fits = types[type];
  if (!fits) return unknown(value);
  if (!fits(value, schema)) {
    return {
      issues: [{ path, code: 'invalid_type', message: ownError(def.error), input: value }],
      value,
      isOther: true,
    };
  }
  const parts = Object.entries(schema.shape ?? {}).map(([name, field]) => {
    return judge(field, (value as Record<string, unknown>)[name], [...path, name]);
  });
  if (def.element) {
    const { element } = def;
    parts.push(...(value as unknown[]).map((part, index) => judge(element, part, [...path, index])));
  }
  const own = judgeChecks(checks, value, path);
  return {
    issues: [...parts.flatMap(({ issues }) => issues), ...own.issues],
    value: own.value,
    isOther: own.isOther || parts.some(({ isOther }) => isOther),
    isUnknown: parts.some(({ isUnknown }) => isUnknown),
  };
}

const unknown = (value: unknown): Verdict => ({ issues: [], value, isUnknown: true });

const types: Record<string, (value: unknown, schema: Names) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  enum: (value, { options }) => options?.includes(value as string) === true,
  literal: (value, { def }) => def.values?.includes(value) === true,
  array: Array.isArray,
  object: isObject,
  record: isObject,
  unknown: () => true,
};

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function changed(by: Names['def']['change'], value: unknown): Verdict {
  try {
    return by ? { issues: [], value: by(value) } : unknown(value);
  } catch {
    return unknown(value);
  }
}

/** Returns the issues of the only choice with the value's type, else one issue about the union. */
function judgeUnion({ def }: Names, value: unknown, path: Path): Verdict {
  const verdicts = (def.choices ?? []).map((choice) => judge(choice, value, path));
  const fitting = verdicts.find(({ issues }) => !issues.length);
  if (fitting) return fitting;
  const [near, ...others] = verdicts.filter(({ isOther }) => !isOther);
  if (near && !others.length) return near;
  const issue = { path, code: 'invalid_union', message: ownError(def.error), input: value };
  return { issues: [issue], value, isOther: true };
}

function judgeChecks(checks: readonly Check[], from: unknown, path: Path): Verdict {
  const issues: Issue[] = [];
  let value = from;
  let isOther = false;
  for (const { name, args } of checks) {
    const by = changes[name];
    const broken: Broken | undefined = isOther ? undefined : brokenBy(name, args[0], value);
    if (by) value = by(String(value));
    if (!broken) continue;
    const params = args[name === 'int' ? 0 : 1];
    issues.push({ ...broken, path, message: ownError(params), input: value });
    // Like zod, skip the checks after such an issue.
    isOther = broken.code === 'invalid_type' || (params as { abort?: boolean } | undefined)?.abort === true;
  }
  return { issues, value, isOther };
}

type Broken = Pick<Issue, 'code' | 'minimum' | 'maximum' | 'divisor'>;

function brokenBy(name: string, limit: unknown, value: unknown): Broken | undefined {
  const size = typeof value === 'number' ? value : ((value as { length?: number }).length ?? 0);
  if (name === 'min' && size < Number(limit)) return { code: 'too_small', minimum: limit };
  if (name === 'max' && size > Number(limit)) return { code: 'too_big', maximum: limit };
  if (name === 'int' && !Number.isInteger(value)) return { code: 'invalid_type' };
  if (name === 'int' && size > Number.MAX_SAFE_INTEGER) return { code: 'too_big', maximum: Number.MAX_SAFE_INTEGER };
  if (name === 'int' && size < Number.MIN_SAFE_INTEGER) return { code: 'too_small', minimum: Number.MIN_SAFE_INTEGER };
  if (name === 'multipleOf' && !isMultiple(size, Number(limit))) return { code: 'not_multiple_of', divisor: limit };
  const isPattern = name === 'regex' || name === 'format';
  return isPattern && !(limit as RegExp).test(String(value)) ? { code: 'invalid_format' } : undefined;
}

/** As zod decides it: quotients of decimals are not exact. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 4 * Number.EPSILON * Math.max(Math.abs(quotient), 1);
}

/** The schema's own error, which zod accepts as a text or as `error`. */
function ownError(params: unknown): string {
  const own = typeof params === 'object' && params ? (params as { error?: unknown }).error : params;
  return typeof own === 'string' ? own : '';
}
