// The actions of a row that has the PDF of an invoice.
import { IconDownload, IconFileText } from '@tabler/icons-react';
import i18next from 'i18next';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { downloadPdfUrl, viewPdfUrl } from './pdf-urls.ts';

/** None for a row without a PDF, such as a top-up. */
export function pdfActions({ pdf }: { pdf: string | null }): RowAction[] {
  const { t } = i18next;
  if (pdf === null) return [];
  return [
    {
      label: t('list.invoices.viewPdf'),
      icon: IconFileText,
      run: () => void window.open(viewPdfUrl(pdf), '_blank', 'noopener'),
    },
    { label: t('list.invoices.downloadPdf'), icon: IconDownload, run: () => location.assign(downloadPdfUrl(pdf)) },
  ];
}
