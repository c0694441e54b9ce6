// Shows the server's validation messages (417) beside their fields.
import type { Operation } from '#contract/lib/service.ts';
import { elementOf, fieldsOf, wireName } from '#contract/lib/wire.ts';
import { CallError } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

/** The part of `useForm` used here. */
interface Form {
  getValues(): object;
  setErrors(errors: Record<string, string>): void;
}

/**
 * Shows each validation message at its field. The form's fields have the names of the operation's input. A message
 * about anything else becomes a toast. Returns true if the error was a validation error; does nothing with any other.
 */
export function applyMessages(form: Form, error: unknown, operation: Operation): boolean {
  if (!(error instanceof CallError) || error.status !== 417) return false;
  const values = form.getValues();
  const beside: Record<string, string> = {};
  for (const { key, message } of error.messages) {
    const path = toFormPath(operation, key);
    if ((path.split('.')[0] ?? '') in values) beside[path] ??= message;
    else toast('danger', message);
  }
  form.setErrors(beside);
  return true;
}

/** `Services[0].EMail` -> `services.0.eMail`, following the wire names of the operation's input. */
export function toFormPath(operation: Operation, key: string): string {
  let current: Parameters<typeof fieldsOf>[0] | undefined = operation.input;
  const steps = key.replace(/\[(\d+)\]/g, '.$1').split('.');
  return steps
    .map((step) => {
      if (/^\d+$/.test(step)) {
        current = current && elementOf(current);
        return step;
      }
      const field = Object.entries((current && fieldsOf(current)) ?? {}).find(
        ([name, schema]) => wireName(name, schema) === step,
      );
      current = field?.[1];
      return field?.[0] ?? step;
    })
    .join('.');
}
