// An invoice or credit note outside the application: its PDF in the page, or what it says where the browser shows none.
import { Alert, Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCreditCard, IconDownload, IconFileText, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type InvoiceDocumentAnswer, invoiceDocuments } from '#contract/money/invoice-documents.ts';
import { companyInvoices } from '#contract/money/invoices.ts';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { payUrl } from '#web/money/payment/pay-url.ts';
import { InvoiceSheet } from './invoice-sheet.tsx';
import classes from './pdf-page.module.css';
import { downloadPdfUrl, viewPdfUrl } from './pdf-urls.ts';

const { get } = invoiceDocuments;

export function PdfPage() {
  const { Id: id = '', Token: token } = useSearch({ from: '/public/pdf' });
  const input = { id, ...(token !== undefined && { token }) };
  const read = useQuery({
    ...query(get, input),
    queryFn: ({ signal }) => call(get, input, { signal, handlesErrors: true }),
    retry: false,
  });
  if (read.data) return <Invoice document={read.data} token={token} onStale={() => void read.refetch()} />;
  if (read.error instanceof CallError && [404, 417].includes(read.error.status)) return <Unknown id={id} />;
  if (read.isError) {
    return (
      <div className={classes.wait}>
        <TryAgain onRetry={() => void read.refetch()} />
      </div>
    );
  }
  return <Loading />;
}

interface Props {
  document: InvoiceDocumentAnswer;
  token: string | undefined;
  /** The invoice may be settled since the page was loaded. */
  onStale: () => void;
}

function Invoice({ document, token, onStale }: Props) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const isWide = useMediaQuery('(width >= 48em)', undefined, { getInitialValueInEffect: false });
  // Phones have no viewer within a page.
  const showsPdf = isWide && navigator.pdfViewerEnabled;
  const { id, kind, number, buyer, payableId, settled } = document;
  const print = () => (frame.current?.contentWindow ?? window).print();
  return (
    <Page
      title={`${t(`invoiceDocument.${kind}`)} ${number}`}
      lead={buyer.name}
      width="60rem"
      actions={
        <div className={classes.actions}>
          {payableId !== null && <Pay invoiceId={payableId} number={number} onStale={onStale} />}
          <Button
            component="a"
            href={downloadPdfUrl(id, { token })}
            variant={payableId === null ? 'filled' : 'default'}
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
          >
            {t('invoiceDocument.download')}
          </Button>
          {!isWide && (
            <Button
              component="a"
              href={downloadPdfUrl(id, { token, view: true })}
              variant="default"
              leftSection={<IconFileText size={16} stroke={1.75} aria-hidden="true" />}
            >
              {t('invoiceDocument.view')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden="true" />}
            onClick={print}
          >
            {t('invoiceDocument.print')}
          </Button>
        </div>
      }
    >
      {/* The file asks for a transfer for ever. */}
      {settled !== null && (
        <Alert className={classes.settled} color={settled === 'paid' ? 'green' : 'orange'} variant="light">
          {t(settled === 'paid' ? 'invoiceDocument.isPaid' : 'invoiceDocument.isCredited')}
        </Alert>
      )}
      {showsPdf ? (
        <>
          <iframe
            ref={frame}
            className={classes.frame}
            title={`${t(`invoiceDocument.${kind}`)} ${number}`}
            src={downloadPdfUrl(id, { token, view: true })}
          />
          {/* The browser's own command prints the page, not the frame. */}
          <div className={classes.onPaper}>
            <InvoiceSheet document={document} />
          </div>
        </>
      ) : (
        <InvoiceSheet document={document} />
      )}
    </Page>
  );
}

function Pay({ invoiceId, number, onStale }: { invoiceId: string; number: string; onStale: () => void }) {
  const { t } = useTranslation();
  const pay = useMutation({
    mutationFn: () => call(companyInvoices.operations.pay, { id: invoiceId }, { handlesErrors: true }),
    onSuccess: ({ id }) => location.assign(payUrl(id)),
    onError(error) {
      showError(error, t('invoiceDocument.notPaid', { number }));
      onStale();
    },
  });
  return (
    <Button
      leftSection={<IconCreditCard size={16} stroke={1.75} aria-hidden="true" />}
      loading={pay.isPending || pay.isSuccess}
      onClick={() => pay.mutate()}
    >
      {t('invoiceDocument.pay')}
    </Button>
  );
}

/** The same for an unknown invoice, one of another company, an expired link, and a visitor who is not signed in. */
function Unknown({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Page layout="note" title={t('invoiceDocument.unknown')} lead={t('invoiceDocument.unknownLead')}>
      <Link to="/user/login" search={{ to: viewPdfUrl(id) }} className={classes.link}>
        {t('invoiceDocument.signIn')}
      </Link>
    </Page>
  );
}

function Loading() {
  const { t } = useTranslation();
  useTitle(t('invoiceDocument.loading'));
  return (
    <div className={classes.wait} aria-busy="true">
      <p className="unseen">{t('invoiceDocument.loading')}</p>
      <Skeleton height={640} radius={12} />
    </div>
  );
}
