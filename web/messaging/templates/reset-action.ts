// Takes back what was changed of a text, after a question: what was written is gone then.
import { IconArrowBackUp } from '@tabler/icons-react';
import i18next from 'i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Input } from '#contract/lib/service.ts';
import type { systemEmailTemplates } from '#contract/messaging/templates/email-templates.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { ask } from '#web/lib/ui/ask.ts';
import { toast } from '#web/lib/ui/toasts.ts';

/** What the lists of texts have besides the operations of every list. */
type Reset = (typeof systemEmailTemplates)['operations']['reset'];

/** Of a row that is called `name`. */
export function resetAction(
  { name: list, operations }: Pick<AnyResource, 'name'> & { operations: { reset: unknown } },
  { id, isChanged }: { id: string; isChanged: boolean },
  name: string,
): RowAction {
  const { t } = i18next;
  async function reset(): Promise<void> {
    const confirmed = await ask({
      title: t('list.templates.resetTitle', { name }),
      text: t('list.templates.resetText'),
      confirmLabel: t('list.templates.reset'),
      danger: true,
    });
    if (!confirmed) return;
    const input: Input<Reset> = { id };
    const callReset = () => call(operations.reset as Reset, input, { handlesErrors: true }); // All of them take an id.
    const done = await attempt(t('list.templates.notReset'), callReset);
    if (done) toast('success', t('list.templates.isReset', { name }));
    // What is for all counts for companies too.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes(`/${list}/`) });
  }
  return {
    label: t('list.templates.reset'),
    icon: IconArrowBackUp,
    disabled: isChanged ? undefined : t('list.templates.unchanged'),
    run: () => void reset(),
  };
}
