// Reloads what shows customers: their list, their cards, and their visits.
import { visits } from '#contract/booking/visits.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';

/** Typed for functions of any list. */
const contacts = companyContacts as unknown as AnyResource;

export async function refreshCustomers(): Promise<void> {
  const calls = [visits.getOfContact, visits.getMessages];
  await Promise.all([
    refreshList(contacts),
    ...calls.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  ]);
}
