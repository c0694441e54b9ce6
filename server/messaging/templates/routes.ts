// The texts of mails and SMS, administered by the operator for all companies and by a company for itself.

import type { AnyResource, Resource, ResourceDeclaration } from '#contract/lib/resource.ts';
import { companyEmailTemplates, systemEmailTemplates } from '#contract/messaging/templates/email-templates.ts';
import { companySmsTemplates, systemSmsTemplates } from '#contract/messaging/templates/sms-templates.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { serve } from '#server/lib/http/serve.ts';
import { mail } from './mail-medium.ts';
import type { TemplateMedium } from './medium.ts';
import { previewMail, previewSms, type SampleView } from './preview-text.ts';
import { resetTemplate, updateTemplate } from './save-template.ts';
import { sms } from './sms-medium.ts';
import { templateSource } from './store.ts';

// Inputs and outputs of a list of texts, whatever its medium: `serve` checks each against its declaration by name.
// biome-ignore lint/suspicious/noExplicitAny: like the standard operations.
type Handle = (context: SignedIn, input: any) => Promise<any>;
type Preview<Asked, Answer> = (
  sampleView: SampleView,
  context: SignedIn,
  resource: AnyResource,
  input: Asked,
) => Promise<Answer>;

function textRoutes<D extends ResourceDeclaration, Asked, Answer>(
  declared: Resource<D>,
  medium: TemplateMedium,
  preview: Preview<Asked, Answer>,
  sampleView: SampleView,
) {
  const resource = declared as unknown as AnyResource; // Treated as any resource.
  const update: Handle = (context, input): Promise<JsonText> => updateTemplate(context, resource, medium, input);
  const reset: Handle = (context, input) => resetTemplate(context, resource, medium, input);
  return {
    ...gridOf(declared, templateSource(medium, resource.area)),
    update,
    reset,
    preview: (context: SignedIn, input: Asked) => preview(sampleView, context, resource, input),
  };
}

/** The lists of texts. Areas above messaging pass in the sample data for previews. */
export const templateRoutes = (sample: SampleView) => ({
  companyEmailTemplates: serve(
    companyEmailTemplates.operations,
    textRoutes(companyEmailTemplates, mail, previewMail, sample),
  ),
  systemEmailTemplates: serve(
    systemEmailTemplates.operations,
    textRoutes(systemEmailTemplates, mail, previewMail, sample),
  ),
  companySmsTemplates: serve(companySmsTemplates.operations, textRoutes(companySmsTemplates, sms, previewSms, sample)),
  systemSmsTemplates: serve(systemSmsTemplates.operations, textRoutes(systemSmsTemplates, sms, previewSms, sample)),
});
