// Validates a form by the operation that it calls: what the contract says of the input, and nothing that is copied from it.
import i18next from 'i18next';
import { codeOf } from '#contract/lib/issue-code.ts';
import type { Operation } from '#contract/lib/service.ts';
import { type MessageKey, uncheckedKey } from '#i18n/keys.ts';
import { issuesIn } from './issues-in.ts';

interface Rules<V> {
  /** The input as it is sent; without it, the values themselves. Fields that the form does not have are left to the server. */
  input?: (values: V) => object;
  /** Fields that the contract lets others leave out, and this form does not. */
  required?: readonly (keyof V & string)[];
  /** What the form alone knows, such as a password that is repeated: the i18n code of what is wrong, by field. It comes first. */
  own?: (values: V) => Partial<Record<string, MessageKey | false>>;
}

/** For `validate` of `useForm`: a message for every field that the server would refuse. */
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
