// The payment that the address names: `/Payment?Id=`, in any spelling of the name.
export interface PaymentSearch {
  Id?: string | undefined;
}

export function readPaymentSearch(search: Record<string, unknown>): PaymentSearch {
  const [, id] = Object.entries(search).find(([name]) => name.toLowerCase() === 'id') ?? [];
  return typeof id === 'string' ? { Id: id } : {};
}
