// Stores the input of a form that is closed before it is sent, and restores it when the form opens again.
import { queryClient } from '#web/lib/client/query-client.ts';

// Stored in the query cache, which signing in or out clears.
const draftsKey = 'draft';
queryClient.setQueryDefaults([draftsKey], { gcTime: Number.POSITIVE_INFINITY });

/** Options of `useForm` for the form `name`. Starts with its draft, or with `empty`. */
export function draftOptions<T extends object>(name: string, empty: T) {
  return {
    initialValues: queryClient.getQueryData<T>([draftsKey, name]) ?? empty,
    onValuesChange: (values: T) => void queryClient.setQueryData([draftsKey, name], values),
  };
}

/** Deletes the draft once the form has been sent. */
export function clearDraft(name: string): void {
  queryClient.removeQueries({ queryKey: [draftsKey, name] });
}
