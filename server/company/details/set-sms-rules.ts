// Sets whether customers are reminded by SMS, and the countries whose numbers receive SMS.
import type { CompanyDetails, company } from '#contract/company/details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { setRules } from './set-rules.ts';

/** Each country once, in the order of the alphabet. */
export function setSmsRules(context: SignedIn, rules: Parsed<typeof company.setSmsRules>): Promise<CompanyDetails> {
  return setRules(context, { ...rules, smsCountries: [...new Set(rules.smsCountries)].toSorted() });
}
