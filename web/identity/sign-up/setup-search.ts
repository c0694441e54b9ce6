// Reads the one-time token in the address of the setup page.

export function readSetupSearch(search: Record<string, unknown>): { token?: string } {
  return typeof search.token === 'string' ? { token: search.token } : {};
}
