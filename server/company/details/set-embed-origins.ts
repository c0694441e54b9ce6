// Sets the websites that may show the booking form of the company in a frame.
import type { CompanyDetails, company } from '#contract/company/details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { setRules } from './set-rules.ts';

/** Each once, in the given order. */
export function setEmbedOrigins(
  context: SignedIn,
  { embedOrigins }: Parsed<typeof company.setEmbedOrigins>,
): Promise<CompanyDetails> {
  return setRules(context, { embedOrigins: [...new Set(embedOrigins)] });
}
