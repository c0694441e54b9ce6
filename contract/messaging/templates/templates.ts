// The common part of mail and SMS templates, which the operator or a company can change per kind and language.
import { z } from 'zod';
import { id, languageKey } from '#contract/lib/fields.ts';
import { post } from '#contract/lib/service.ts';

/** The first fields of a row, and the last (`foot`); the template's own fields stand between. */
export const head = {
  id,
  description: z.string(),
  key: z.string(),
  language: z.string().meta(languageKey),
  /** Empty for a template shared by all companies. */
  company: z.string(),
};
export const foot = { isChanged: z.boolean(), version: z.string() };

export const templates = {
  rowsKey: 'templates',
  title: 'description',
  subtitle: ['language', 'company'],
  sort: ['description', 'key', 'language', 'company', 'isChanged'],
  can: ['update'],
} as const;

/** The operation that resets a template. */
export const resetOf = <M extends 'admin' | 'sys', R extends z.ZodObject>(may: M, page: string, row: R) =>
  post({
    summary: 'Discards the change and returns the template that applies now.',
    may,
    page,
    input: z.strictObject({ id }),
    output: row.nullable(),
  });
