// Maps validation issues to message codes, alike on the server and in the browser.

/** The parts of a zod issue that determine its message. */
export interface Issue {
  path: readonly PropertyKey[];
  code: string;
  /** The schema's own error, an i18n code, if it declares one. */
  message: string;
  input?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  /** The step that a number is no multiple of. */
  divisor?: unknown;
}

/** Returns the i18n code of an issue and the parameters of its message. */
export function codeOf(issue: Issue): { code: string; params?: Record<string, number> } {
  const { code, message, input, minimum, maximum, divisor } = issue;
  const own = message.includes('.') && !message.includes(' ');
  const isEmpty = input === undefined || input === null || input === '';
  // A field with its own message for being empty keeps it.
  if (isEmpty && !(own && code === 'too_small' && Number(minimum) <= 1)) return { code: 'field.required' };
  const params: Record<string, number> = {};
  if (minimum !== undefined) params.minimum = Number(minimum);
  if (maximum !== undefined) params.maximum = Number(maximum);
  if (own) return { code: message, params };
  if (code === 'too_small') return { code: 'field.small', params };
  if (code === 'too_big') return { code: 'field.big', params };
  const decimals = -Math.log10(Number(divisor));
  if (code === 'not_multiple_of' && Number.isInteger(decimals))
    return { code: 'field.decimals', params: { maximum: decimals } };
  return { code: 'field.invalid' };
}
