// The legal texts, administered by the operator.
import { systemLegalTexts } from '#contract/site/legal-texts.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { publishText } from './publish-text.ts';
import { textRows, versionsOf } from './store.ts';

export const legalTextRoutes = serve(systemLegalTexts.operations, {
  ...gridOf(systemLegalTexts, { rows: textRows }),
  update: publishText,
  getVersions: versionsOf,
});
