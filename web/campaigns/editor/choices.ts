// Choices that the blocks of an e-mail and the conditions of an audience refer to.
import type { marketing } from '#contract/campaigns/marketing.ts';
import type { Output } from '#contract/lib/service.ts';

export type CampaignChoices = Output<typeof marketing.getChoices>;

interface Option {
  value: string;
  label: string;
}

/**
 * The options of a choice. Chosen ids that are not among them, such as those of deleted records, are named `missing`.
 */
export function choiceOptions(
  list: readonly { id: string; name: string }[] | undefined,
  chosen: readonly string[],
  missing: string,
): Option[] {
  const options = (list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const label = list ? missing : '…';
  return [...options, ...missingFrom(list ?? [], chosen).map((id) => ({ value: id, label }))];
}

export function missingFrom(list: readonly { id: string }[] | undefined, chosen: readonly string[]): string[] {
  return list ? chosen.filter((id) => !list.some((one) => one.id === id)) : [];
}
