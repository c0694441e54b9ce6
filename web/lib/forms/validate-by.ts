// Validates a form by the input schema of the operation that it calls, so that no rule is written twice.
import i18next from 'i18next';
import { codeOf } from '#contract/lib/issue-code.ts';
import type { Operation } from '#contract/lib/service.ts';
import { type MessageKey, uncheckedKey } from '#i18n/keys.ts';
import { issuesIn } from './issues-in.ts';

interface Rules<V> {
  /** Converts the values to the input to send. The server validates fields outside the form. Default: the values. */
  input?: (values: V) => object;
  /** Fields that are optional in the contract and required in this form. */
  required?: readonly (keyof V & string)[];
  /** Checks of the form only, such as a repeated password. Returns i18n codes by field; they precede the contract's. */
  own?: (values: V) => Partial<Record<string, MessageKey | false>>;
}

/** For `validate` of `useForm`: returns a message for every field that the server would reject. */
export function validateBy<V extends object>(operation: Operation, rules: Rules<V> = {}) {
  return (values: V): Record<string, string> => {
    const errors: Record<string, string> = {};
    for (const [field, code] of Object.entries(rules.own?.(values) ?? {})) {
      if (code) errors[field] = i18next.t(code);
    }
    for (const issue of issuesIn(operation.input, rules.input?.(values) ?? values)) {
      const { code, params } = codeOf(issue);
      if (String(issue.path[0]) in values)
        errors[issue.path.join('.')] ??= i18next.t(uncheckedKey(code), { ...params });
    }
    for (const field of rules.required ?? []) {
      if (values[field] === '') errors[field] ??= i18next.t('field.required');
    }
    return errors;
  };
}
