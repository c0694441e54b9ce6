// What texts of mails and of SMS have alike: each kind in each language, as delivered, as changed for all, or by a company.
import { z } from 'zod';
import { id, languageKey } from '#contract/lib/fields.ts';
import { post } from '#contract/lib/service.ts';

/** Begins and ends the fields of a row; what is written stands between. */
export const head = {
  id,
  description: z.string(),
  key: z.string(),
  language: z.string().meta(languageKey),
  /** Empty for what is for all companies. */
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

/** The operation that takes a change back. */
export const resetOf = <M extends 'admin' | 'sys', R extends z.ZodObject>(may: M, page: string, row: R) =>
  post({
    summary: 'Takes the change back and answers what counts then.',
    may,
    page,
    input: z.strictObject({ id }),
    output: row.nullable(),
  });
