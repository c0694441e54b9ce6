// The row action that restores a template's original text after confirmation. The changed text is lost.
import { IconArrowBackUp } from '@tabler/icons-react';
import i18next from 'i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Input } from '#contract/lib/service.ts';
import type { systemEmailTemplates } from '#contract/messaging/templates/email-templates.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

/** The operation that lists of templates have in addition to the common ones. */
type Reset = (typeof systemEmailTemplates)['operations']['reset'];

/** Returns the action of the row `name`. */
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
    // Every list of templates has a `reset` that takes an id.
    const callReset = () => call(operations.reset as Reset, input, { handlesErrors: true });
    const done = await attempt(t('list.templates.notReset'), callReset);
    if (done) toast('success', t('list.templates.isReset', { name }));
    // Templates of all companies also affect the companies' lists.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes(`/${list}/`) });
  }
  return {
    label: t('list.templates.reset'),
    icon: IconArrowBackUp,
    disabled: isChanged ? undefined : t('list.templates.unchanged'),
    run: () => void reset(),
  };
}
