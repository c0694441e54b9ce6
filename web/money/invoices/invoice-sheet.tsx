// Shows an invoice or credit note as a page of its own: for screens without a viewer of PDF files, and for print.
import { useTranslation } from 'react-i18next';
import type { InvoiceDocumentAnswer } from '#contract/money/invoice-documents.ts';
import { dayRange, plainDay } from '#web/lib/dates.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { formatPercent } from '#web/lib/percent.ts';
import classes from './invoice-sheet.module.css';

type Shown = { document: InvoiceDocumentAnswer };

const wholeDay = { day: 'numeric', month: 'long', year: 'numeric' } as const;

export function InvoiceSheet({ document }: Shown) {
  return (
    <article className={classes.sheet}>
      <Parties document={document} />
      <Lines document={document} />
      <Sums document={document} />
      <Notes document={document} />
      {document.toPay > 0 && <Transfer document={document} />}
    </article>
  );
}

function Parties({ document }: Shown) {
  const { t } = useTranslation();
  const { seller, buyer, kind, issuedOn, dueDate, periodStart, periodEnd, credits, replaces } = document;
  const facts = [
    { label: t('invoiceDocument.issued'), value: plainDay(issuedOn, wholeDay) },
    { label: t('invoiceDocument.period'), value: dayRange(periodStart, periodEnd) },
    ...(kind === 'invoice' ? [{ label: t('invoiceDocument.due'), value: plainDay(dueDate, wholeDay) }] : []),
    ...(credits ? [{ label: t('invoiceDocument.credits'), value: credits }] : []),
    ...(buyer.reference ? [{ label: t('invoiceDocument.buyerReference'), value: buyer.reference }] : []),
    ...(replaces ? [{ label: t('invoiceDocument.replaces'), value: replaces }] : []),
  ];
  return (
    <div className={classes.parties}>
      <address className={classes.party}>
        <strong>{seller.name}</strong>
        <span className={classes.address}>{seller.address}</span>
        <Numbers of={seller} />
      </address>
      <address className={classes.party}>
        <span className={classes.label}>{t('invoiceDocument.billTo')}</span>
        <strong>{buyer.name}</strong>
        <span className={classes.address}>{buyer.address}</span>
        {buyer.country && (
          <span>{new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(buyer.country) ?? buyer.country}</span>
        )}
        <Numbers of={buyer} />
      </address>
      <Facts facts={facts} />
    </div>
  );
}

function Numbers({ of }: { of: { registration: string; vatId: string } }) {
  const { t } = useTranslation();
  return (
    <>
      {of.registration && (
        <span className={classes.label}>
          {t('invoiceDocument.registration')} {of.registration}
        </span>
      )}
      {of.vatId && (
        <span className={classes.label}>
          {t('invoiceDocument.vatId')} {of.vatId}
        </span>
      )}
    </>
  );
}

function Facts({ facts }: { facts: readonly { label: string; value: string }[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Lines({ document }: Shown) {
  const { t } = useTranslation();
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">{t('invoiceDocument.description')}</th>
          <th scope="col">{t('invoiceDocument.quantity')}</th>
          <th scope="col">{t('invoiceDocument.unitPrice')}</th>
          <th scope="col">{t('invoiceDocument.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {document.lines.map(({ kind, firstDay, lastDay, quantity, unitPrice, discount, rate, net }) => (
          <tr key={`${kind} ${firstDay}`}>
            <th scope="row">
              {t(`invoiceDocument.line.${kind}`)}
              <span className={classes.label}>
                {dayRange(firstDay, lastDay)}
                {discount > 0 && ` · ${t('invoiceDocument.discount', { percent: formatPercent(discount) })}`}
                {document.vatTable.length > 1 && ` · ${t('invoiceDocument.vat')} ${formatPercent(rate)}`}
              </span>
            </th>
            <td className="figures">{quantity}</td>
            <td className="figures">{unitPrice !== null && formatFullEuro(unitPrice)}</td>
            <td className="figures">{formatFullEuro(net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sums({ document }: Shown) {
  const { t } = useTranslation();
  const { net, vatTable, grandTotal, fromBalance, toPay, kind } = document;
  const rows = [
    { label: t('invoiceDocument.net'), amount: net },
    ...vatTable.map(({ rate, vat }) => ({ label: `${t('invoiceDocument.vat')} ${formatPercent(rate)}`, amount: vat })),
    { label: t('invoiceDocument.total'), amount: grandTotal },
    ...(fromBalance > 0 && kind === 'invoice'
      ? [
          { label: t('invoiceDocument.fromBalance'), amount: -fromBalance },
          { label: t('invoiceDocument.toPay'), amount: toPay },
        ]
      : []),
  ];
  return (
    <table className={classes.sums}>
      <tbody>
        {rows.map(({ label, amount }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="figures">{formatFullEuro(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Notes({ document }: Shown) {
  const { t } = useTranslation();
  const { vatTable, kind, toPay } = document;
  return (
    <div className={classes.notes}>
      {vatTable.map(({ category }) =>
        category === 'AE' || category === 'E' || category === 'O' ? (
          <p key={category}>{t(`invoiceDocument.reason.${category}`)}</p>
        ) : null,
      )}
      {kind === 'creditNote' && <p>{t('invoiceDocument.creditNoteText')}</p>}
      {kind === 'invoice' && toPay === 0 && <p>{t('invoiceDocument.nothingToPay')}</p>}
    </div>
  );
}

function Transfer({ document }: Shown) {
  const { t } = useTranslation();
  const { seller, reference, toPay, dueDate } = document;
  const facts = [
    { label: t('invoiceDocument.payee'), value: seller.name },
    { label: 'IBAN', value: inFours(seller.iban) },
    { label: 'BIC', value: seller.bic },
    { label: t('invoiceDocument.reference'), value: inFours(reference) },
  ].filter(({ value }) => value !== '');
  const amount = formatFullEuro(toPay);
  return (
    <section className={classes.transfer} aria-labelledby="invoice-transfer">
      <h2 id="invoice-transfer">{t('invoiceDocument.payTitle')}</h2>
      <p>{t('invoiceDocument.payLead', { amount, due: plainDay(dueDate, wholeDay) })}</p>
      <Facts facts={facts} />
    </section>
  );
}

/** As banks print accounts and references. */
const inFours = (text: string) => text.replaceAll(/(.{4})(?=.)/g, '$1 ');
