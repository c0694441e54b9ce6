// What is said of an issue, by the server that refuses a request and by the browser that does not send it.

/** Of zod's issues, what their words depend on. */
export interface Issue {
  path: readonly PropertyKey[];
  code: string;
  /** The schema's own error where it has one: an i18n code. */
  message: string;
  input?: unknown;
  minimum?: unknown;
  maximum?: unknown;
}

/** The i18n code of an issue and what fills its gaps. */
export function codeOf(issue: Issue): { code: string; params?: Record<string, number> } {
  const { code, message, input, minimum, maximum } = issue;
  const own = message.includes('.') && !message.includes(' ');
  const isEmpty = input === undefined || input === null || input === '';
  // A field that says itself what it misses when it is empty goes on saying so.
  if (isEmpty && !(own && code === 'too_small' && Number(minimum) <= 1)) return { code: 'field.required' };
  const params: Record<string, number> = {};
  if (minimum !== undefined) params.minimum = Number(minimum);
  if (maximum !== undefined) params.maximum = Number(maximum);
  if (own) return { code: message, params };
  if (code === 'too_small') return { code: 'field.small', params };
  if (code === 'too_big') return { code: 'field.big', params };
  return { code: 'field.invalid' };
}
