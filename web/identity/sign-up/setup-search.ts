// What the address of the set-up page carries: the one-time token.

export function readSetupSearch(search: Record<string, unknown>): { token?: string } {
  return typeof search.token === 'string' ? { token: search.token } : {};
}
