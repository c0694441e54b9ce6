// The terms, the privacy policy and the cookie text in every language, in versions that stay as published.
import { z } from 'zod';
import { html, id, instant, languageKey } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get } from '#contract/lib/service.ts';

const page = '/app/system/legal-texts';

export const legalKinds = ['terms', 'privacy', 'cookies'] as const;

export const systemLegalTexts = resource('system', 'legaltexts', {
  about:
    'The newest terms, privacy policy and cookie text of every language. A change publishes a new version, which users have to accept again.',
  rowsKey: 'texts',
  may: 'sys',
  page,
  tables: ['legal_texts', 'languages'],
  row: z.object({
    id,
    name: z.string(),
    kind: z.enum(legalKinds),
    language: z.string().meta(languageKey),
    /** 0 when the language has no such text: its visitors read the English one. */
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
      summary:
        'Returns the versions of a text, newest first, with the number of people who accepted each. 404 for an unknown text.',
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
