// The invoice that the address names: `/Pdf?Id=`, in any spelling of the names; the link of a mail has a token.
export interface PdfSearch {
  Id?: string | undefined;
  Token?: string | undefined;
}

export function readPdfSearch(search: Record<string, unknown>): PdfSearch {
  const textOf = (wanted: string) => {
    const [, value] = Object.entries(search).find(([name]) => name.toLowerCase() === wanted) ?? [];
    return typeof value === 'string' ? value : undefined;
  };
  const [id, token] = [textOf('id'), textOf('token')];
  return { ...(id !== undefined && { Id: id }), ...(token !== undefined && { Token: token }) };
}
