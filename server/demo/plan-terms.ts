// Terms of a demo company that begin next month, with a discount and room for more people.
import { replaceTermsFrom } from '#server/balance/terms/change-terms.ts';
import { readTerms } from '#server/balance/terms/read-terms.ts';
import type { ServiceContext } from '#server/lib/context.ts';

export async function planTerms(context: ServiceContext, companyId: string): Promise<void> {
  const { today, terms } = await readTerms(context, companyId);
  const [present] = terms;
  if (!present) return;
  const { id: _id, from: _from, until: _until, ...kept } = present;
  const nextMonth = Temporal.PlainDate.from(today).add({ months: 1 }).with({ day: 1 });
  const planned = { discountPercentage: 20, discountMonths: 3, extraUserCost: 4.5, extraLocationCost: 12 };
  await replaceTermsFrom(context.db, companyId, nextMonth.toString(), { ...kept, ...planned });
}
