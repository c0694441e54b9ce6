// Describes one setting of the environment: its name, its check, its default, and a line for docs/settings.md.
import { z } from 'zod';

export const trimmed = z.string().trim();

/** An error with the requirement; the value is not repeated because it may be a secret. */
export const mustBe = (requirement: string) => ({ error: `must be ${requirement}` });

export function wholeNumber(min: number, max: number, fallback: number) {
  const error = mustBe(`a whole number from ${min} to ${max}`);
  return trimmed
    .regex(/^\d{1,10}$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error)
    .default(fallback);
}

export function degrees(max: number, fallback: number) {
  const error = mustBe(`a number of degrees from -${max} to ${max}`);
  return trimmed
    .regex(/^-?\d{1,3}(\.\d{1,12})?$/, error)
    .transform(Number)
    .refine((value) => Math.abs(value) <= max, error)
    .default(fallback);
}

export function oneOf<const T extends string>(...values: T[]) {
  return z.enum(values, mustBe(`one of ${values.join(', ')}`));
}

export const flag = oneOf('0', '1', 'true', 'false').transform((value) => value === '1' || value === 'true');
export const httpUrl = z.url({ protocol: /^https?$/, ...mustBe('an http:// or https:// address') });

/** A setting as docs/settings.md describes it. */
export interface DescribedSetting {
  name: string;
  about: string;
  /** As Markdown; empty for none. */
  fallback: string;
}

/** Every setting, in the order of the modules that describe them; `tools/make-settings.ts` prints them. */
export const describedSettings: DescribedSetting[] = [];

/** Reads one setting of the environment by its name. `fallback` describes a default that the check does not contain. */
export function envSetting<Check extends z.ZodType>(name: string, check: Check, about: string, fallback?: string) {
  describedSettings.push({ name, about, fallback: fallback ?? defaultOf(check) });
  return z.object({ [name]: check }).transform((env) => env[name] as z.output<Check>);
}

/** The default of a check, as the environment spells it. */
function defaultOf(check: z.ZodType): string {
  if (check instanceof z.ZodPipe) return defaultOf(check.in as z.ZodType);
  const value = check instanceof z.ZodDefault ? check.def.defaultValue : '';
  return value === '' ? '' : `\`${typeof value === 'boolean' ? Number(value) : value}\``;
}

/** Parses several settings from the same environment, each under its own key. */
export function together<Parts extends Record<string, z.ZodType>>(parts: Parts) {
  const perPart = (env: unknown) => Object.fromEntries(Object.keys(parts).map((key) => [key, env]));
  return z.preprocess(perPart, z.object(parts)) as unknown as z.ZodType<{ [Key in keyof Parts]: z.output<Parts[Key]> }>;
}

export function refuseSetting(context: z.RefinementCtx, name: string, message: string): never {
  context.addIssue({ code: 'custom', path: [name], message });
  return z.NEVER;
}
