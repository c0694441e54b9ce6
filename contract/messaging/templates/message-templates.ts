// The words of mails around their texts: labels, buttons, greetings, the foot. For all companies alike.
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
  about: 'The words of mails around their texts, with what they were delivered as.',
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
      summary: 'Takes the change back and answers the original.',
      may: 'sys',
      page,
      input: z.strictObject({ id }),
      output: row,
    }),
  },
});
