// The terms, the privacy policy and the cookie text in every language, each in versions that stay as they were published.
import { z } from 'zod';
import { html, id, instant, languageKey } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get } from '#contract/lib/service.ts';

const page = '/app/system/legal-texts';

export const legalKinds = ['terms', 'privacy', 'cookies'] as const;

export const systemLegalTexts = resource('system', 'legaltexts', {
  about:
    'The newest terms, privacy policy and cookie text of every language. A change is a new version, to be agreed to anew.',
  rowsKey: 'texts',
  may: 'sys',
  page,
  tables: ['legal_texts', 'languages'],
  row: z.object({
    id,
    name: z.string(),
    kind: z.enum(legalKinds),
    language: z.string().meta(languageKey),
    /** 0 where a language has no such text: its visitors read the English one. */
    number: z.number().int(),
    publishedAt: instant.nullable(),
    agreed: z.number().int(),
    html: z.string().meta({ kind: 'html' }),
    version: z.string(),
  }),
  title: 'name',
  sort: ['name', 'publishedAt', 'number', 'agreed'],
  input: z.strictObject({ html: html(100_000) }),
  can: ['update'],
  more: {
    getVersions: get({
      summary: 'The versions of a text, the newest first, and how many people agreed to each. 404 for an unknown text.',
      may: 'sys',
      page,
      input: z.strictObject({ id }),
      output: z.array(
        z.object({
          number: z.number().int(),
          publishedAt: instant,
          agreed: z.number().int(),
          html: z.string().meta({ kind: 'html' }),
        }),
      ),
    }),
  },
});
