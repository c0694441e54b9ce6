// The words of mails, administered by the operator.
import { systemMessageTemplates } from '#contract/messaging/templates/message-templates.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { resetWords, updateWords } from './save-words.ts';
import { wordRows } from './words-store.ts';

export const messageTemplateRoutes = serve(systemMessageTemplates.operations, {
  ...gridOf(systemMessageTemplates, { rows: wordRows }),
  update: updateWords,
  reset: resetWords,
});
