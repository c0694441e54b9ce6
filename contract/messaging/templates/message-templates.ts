// The wording around the texts of mails, shared by all companies: labels, buttons, greetings, the foot.
import { z } from 'zod';
import { id, languageKey, multiLine, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';

const page = '/app/system/email/message-templates';

const row = z.object({
  id,
  key: z.string(),
  language: z.string().meta(languageKey),
  template: z.string(),
  original: z.string(),
  isChanged: z.boolean(),
  version: z.string(),
});

export const systemMessageTemplates = resource('system', 'messagetemplates', {
  about: 'The wording around the texts of mails: the current one and the shipped one.',
  rowsKey: 'templates',
  may: 'sys',
  page,
  tables: ['message_templates'],
  row,
  title: 'key',
  subtitle: ['language'],
  sort: ['key', 'language', 'template', 'isChanged'],
  input: z.strictObject({ template: text(500).meta(multiLine) }),
  can: ['update'],
  more: {
    reset: post({
      summary: 'Discards the change and returns the shipped wording.',
      may: 'sys',
      page,
      input: z.strictObject({ id }),
      output: row,
    }),
  },
});
