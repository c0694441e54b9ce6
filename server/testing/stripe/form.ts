// Reads the form-encoded bodies of Stripe's API: `line_items[0][quantity]=1` becomes nested objects.

export type FormValue = string | { [key: string]: FormValue };

export function readStripeForm(body: string): { [key: string]: FormValue } {
  const form: { [key: string]: FormValue } = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const [first = '', ...others] = name.replaceAll(']', '').split('[');
    let at = form;
    let key = first;
    for (const next of others) {
      const inner = at[key];
      const nested = typeof inner === 'object' ? inner : {};
      at[key] = nested;
      at = nested;
      key = next;
    }
    at[key] = value;
  }
  return form;
}

/** The text at a path such as `line_items.0.quantity`; undefined if there is none. */
export function formText(form: FormValue | undefined, path: string): string | undefined {
  let at: FormValue | undefined = form;
  for (const key of path.split('.')) at = typeof at === 'object' ? at[key] : undefined;
  return typeof at === 'string' ? at : undefined;
}

/** The texts of a flat object, such as metadata. */
export function formTexts(form: FormValue | undefined, path: string): Record<string, string> {
  let at: FormValue | undefined = form;
  for (const key of path.split('.')) at = typeof at === 'object' ? at[key] : undefined;
  if (typeof at !== 'object') return {};
  return Object.fromEntries(
    Object.entries(at).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
