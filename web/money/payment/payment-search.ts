// The payment that the address names: `/Payment?Id=`, in any spelling of the names.
export interface PaymentSearch {
  Id?: string | undefined;
  /** The browser comes from the page of a provider. That nothing was paid there is possible, too. */
  Back?: 1 | undefined;
}

export function readPaymentSearch(search: Record<string, unknown>): PaymentSearch {
  const named = (wanted: string) => Object.entries(search).find(([name]) => name.toLowerCase() === wanted)?.[1];
  const [id, back] = [named('id'), named('back')];
  return { ...(typeof id === 'string' && { Id: id }), ...(String(back) === '1' && { Back: 1 }) };
}
