// The campaign that the address names: `/Marketing/Test/?Id=`, in any spelling of the name.
export interface TestSearch {
  Id?: string | undefined;
}

export function readTestSearch(search: Record<string, unknown>): TestSearch {
  const [, id] = Object.entries(search).find(([name]) => name.toLowerCase() === 'id') ?? [];
  return typeof id === 'string' ? { Id: id } : {};
}
