// Reads the document of an invoice from its rows, as they were when it was issued.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { centsIn, hundredthsIn } from '#server/lib/sql/money.ts';
import { countryCode, countryOfVatId } from './country-code.ts';
import type { DocumentLine, DocumentVat, InvoiceDocument, Party } from './invoice-document.ts';

type Snapshot = Partial<Party> & { iban?: string; bic?: string; reference?: string };

interface Row extends Omit<InvoiceDocument, 'kind' | 'seller' | 'buyer' | 'lines' | 'vat'> {
  kind: string;
  seller: Snapshot;
  buyer: Snapshot;
  lines: DocumentLine[];
  vat: DocumentVat[];
}

/** Undefined for an unknown invoice. */
export async function readDocument(
  db: Db,
  { companyId, invoiceId }: { companyId: string; invoiceId: string },
): Promise<InvoiceDocument | undefined> {
  const other = (column: 'credits_id' | 'replaces_id') => sql`(
    select json_build_object('number', o.label, 'issuedOn', seller_day(o.issued_at)) from invoices o
    where o.company_id = i.company_id and o.id = ${sql.ref(`i.${column}`)})`;
  const { rows } = await sql<Row>`
    select i.kind, i.label as number, i.issued_at::text as issued_at, seller_day(i.issued_at)::text as issued_on, i.due_date::text as due_date,
      i.period_start::text as period_start, i.period_end::text as period_end, i.seller, i.buyer,
      ${other('credits_id')} as credits, ${other('replaces_id')} as replaces,
      ${centsIn(sql`i.net`)} as net, ${centsIn(sql`i.vat`)} as vat_total, ${centsIn(sql`i.grand_total`)} as grand_total,
      ${centsIn(sql`coalesce((select sum(s.amount) from invoice_settlements s
        where s.company_id = i.company_id and s.invoice_id = i.id and s.kind = 'deposit'), 0)`)} as from_balance,
      coalesce((select json_agg(json_build_object('kind', l.kind, 'firstDay', l.first_day, 'lastDay', l.last_day, 'quantity', l.quantity,
          'unitPrice', ${centsIn(sql`l.unit_price`)}, 'discount', ${hundredthsIn(sql`l.discount_percentage`)}, 'net', ${centsIn(sql`l.net`)},
          'category', coalesce(l.vat_category, o.category), 'rate', ${hundredthsIn(sql`coalesce(l.vat_rate, o.rate)`)}) order by l.position)
        from invoice_lines l
          -- Invoices from before rates had days have one row of VAT.
          left join invoice_vat o on o.company_id = l.company_id and o.invoice_id = l.invoice_id and l.vat_category is null
        where l.company_id = i.company_id and l.invoice_id = i.id), '[]') as lines,
      coalesce((select json_agg(json_build_object('category', v.category, 'rate', ${hundredthsIn(sql`v.rate`)}, 'basis', ${centsIn(sql`v.basis`)},
          'vat', ${centsIn(sql`v.vat`)}) order by v.category, v.rate)
        from invoice_vat v where v.company_id = i.company_id and v.invoice_id = i.id), '[]') as vat
    from invoices i where i.company_id = ${companyId} and i.id = ${invoiceId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { seller, buyer } = row;
  const iban = seller.iban ?? '';
  return {
    ...row,
    kind: row.kind === 'credit_note' ? 'creditNote' : 'invoice',
    issuedAt: Temporal.Instant.from(row.issuedAt.replace(' ', 'T')).toString(),
    seller: { ...partyOf(seller, countryOfVatId(iban)), iban, bic: seller.bic ?? '' },
    buyer: { ...partyOf(buyer), reference: buyer.reference ?? '' },
  };
}

/** A country that is not known by its name stays what was typed, as a line of the address. */
function partyOf(snapshot: Snapshot, otherwise = ''): Party {
  const { name = '', address = '', country: typed = '', registration = '', vatId = '', eMail } = snapshot;
  const code = countryCode(typed);
  const lines = typed !== '' && code === undefined ? `${address}\n${typed}` : address;
  return {
    name,
    address: lines,
    country: code ?? (typed === '' ? (countryOfVatId(vatId) ?? otherwise) : ''),
    registration,
    vatId,
    eMail: eMail ?? '',
  };
}
