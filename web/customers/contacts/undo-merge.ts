// Undoes a merge and reloads what shows it.
import i18next from 'i18next';
import { companyContacts } from '#contract/customers/contacts.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { refreshCustomers } from './refresh-customers.ts';

export async function undoMerge(id: string): Promise<void> {
  const isUndone = await attempt(i18next.t('customers.mergeNotUndone'), () =>
    call(companyContacts.operations.undoMerge, { id }, { handlesErrors: true }),
  );
  if (isUndone) toast('success', i18next.t('customers.mergeUndone'));
  await refreshCustomers();
}
