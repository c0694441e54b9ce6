// The addresses of the PDF of an invoice, which the server and clients of the specification know.

/** The page that shows it, outside the application. */
export const viewPdfUrl = (id: string): string => `/Pdf/?Id=${id}`;

export function downloadPdfUrl(
  id: string,
  { token, view }: { token?: string | undefined; view?: boolean } = {},
): string {
  return `/Pdf/DownloadPdf/?Id=${id}${token ? `&Token=${encodeURIComponent(token)}` : ''}${view ? '&View=1' : ''}`;
}
