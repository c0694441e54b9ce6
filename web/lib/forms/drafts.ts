// What is typed into a form that is closed before it is sent: it stands there when the form is opened again.
import { queryClient } from '#web/lib/client/query-client.ts';

// Beside what the server answered, so that it goes with all that when somebody signs in or out.
const draftsKey = 'draft';
queryClient.setQueryDefaults([draftsKey], { gcTime: Number.POSITIVE_INFINITY });

/** Options of `useForm` for a form of this name; what is not typed yet begins as in `empty`. */
export function draftOptions<T extends object>(name: string, empty: T) {
  return {
    initialValues: queryClient.getQueryData<T>([draftsKey, name]) ?? empty,
    onValuesChange: (values: T) => void queryClient.setQueryData([draftsKey, name], values),
  };
}

/** It is sent. */
export function clearDraft(name: string): void {
  queryClient.removeQueries({ queryKey: [draftsKey, name] });
}
