// The texts of mails, administered by the operator for all and by a company for itself.
import { companyEmailTemplates, systemEmailTemplates } from '#contract/email-templates.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/serve.ts';
import { previewTemplate } from './preview-template.ts';
import { resetTemplate, updateTemplate } from './save-template.ts';
import { companyRows, systemRows } from './store.ts';

export const companyEmailTemplateRoutes = serve(companyEmailTemplates.operations, {
  ...gridOf(companyEmailTemplates, { rows: companyRows }),
  update: (context, input) => updateTemplate(context, companyEmailTemplates, { rows: companyRows }, input),
  reset: (context, input) => resetTemplate(context, companyEmailTemplates, { rows: companyRows }, input),
  preview: (context, input) => previewTemplate(context, companyEmailTemplates, { rows: companyRows }, input),
});

export const systemEmailTemplateRoutes = serve(systemEmailTemplates.operations, {
  ...gridOf(systemEmailTemplates, { rows: systemRows }),
  update: (context, input) => updateTemplate(context, systemEmailTemplates, { rows: systemRows }, input),
  reset: (context, input) => resetTemplate(context, systemEmailTemplates, { rows: systemRows }, input),
  preview: (context, input) => previewTemplate(context, systemEmailTemplates, { rows: systemRows }, input),
});
