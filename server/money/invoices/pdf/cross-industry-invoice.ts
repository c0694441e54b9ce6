// Builds the XML of an invoice: UN/CEFACT Cross Industry Invoice in the profile EN 16931 of Factur-X.
import { cleanLines, cleanText } from './clean-text.ts';
import {
  type DocumentLine,
  type DocumentVat,
  type InvoiceDocument,
  type Party,
  referenceOf,
  toPay,
} from './invoice-document.ts';

const profile = 'urn:cen.eu:en16931:2017';
const namespace = 'urn:un:unece:uncefact:data:standard';

/**
 * `words` are those of documents in their language. A credit note has positive amounts: its type says that they are
 * credited. A line's price is that of its whole quantity, so that the product of both is the net amount to the cent.
 */
export function buildXml(document: InvoiceDocument, words: Readonly<Record<string, string>>): string {
  const { kind, number, issuedOn, seller, buyer, lines, vat, net, vatTotal, grandTotal, fromBalance, credits } =
    document;
  const sign = kind === 'creditNote' ? -1 : 1;
  const money = (cents: number) => amountOf(sign * cents);
  const hasVat = vat.some(({ category }) => category !== 'O');
  const period = element(
    'ram:BillingSpecifiedPeriod',
    day('ram:StartDateTime', document.periodStart),
    day('ram:EndDateTime', document.periodEnd),
  );
  const due = toPay(document);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    `rsm:CrossIndustryInvoice xmlns:rsm="${namespace}:CrossIndustryInvoice:100" xmlns:ram="${namespace}:ReusableAggregateBusinessInformationEntity:100" xmlns:qdt="${namespace}:QualifiedDataType:100" xmlns:udt="${namespace}:UnqualifiedDataType:100"`,
    element(
      'rsm:ExchangedDocumentContext',
      element('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', profile)),
    ),
    element(
      'rsm:ExchangedDocument',
      text('ram:ID', number),
      text('ram:TypeCode', kind === 'creditNote' ? '381' : '380'),
      day('ram:IssueDateTime', issuedOn),
    ),
    element(
      'rsm:SupplyChainTradeTransaction',
      ...lines.map((line, index) => lineElement(line, { index, name: words[`line.${line.kind}`] ?? line.kind, money })),
      element(
        'ram:ApplicableHeaderTradeAgreement',
        buyer.reference ? text('ram:BuyerReference', buyer.reference) : '',
        // EN 16931 asks for an identifier of the seller; a seller without both numbers is known by their account.
        party('ram:SellerTradeParty', seller, {
          hasVat,
          otherwise: '',
          id: seller.registration || (hasVat && seller.vatId) ? '' : seller.iban,
        }),
        // The format requires a country of the buyer, too: without a known one, that of the seller.
        party('ram:BuyerTradeParty', buyer, { hasVat, otherwise: seller.country, id: '' }),
      ),
      '<ram:ApplicableHeaderTradeDelivery/>',
      element(
        'ram:ApplicableHeaderTradeSettlement',
        due > 0 ? text('ram:PaymentReference', referenceOf(number)) : '',
        text('ram:InvoiceCurrencyCode', 'EUR'),
        due > 0 ? paymentMeans(seller) : '',
        ...vat.map((one) => vatElement(one, { reason: words[`reason.${one.category}`] ?? '', money })),
        period,
        element(
          'ram:SpecifiedTradePaymentTerms',
          // EN 16931 asks for a due date or terms wherever an amount is due, which readers find in a credit note too.
          kind === 'invoice'
            ? day('ram:DueDateDateTime', document.dueDate)
            : text('ram:Description', words.creditNoteText ?? ''),
        ),
        element(
          'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
          text('ram:LineTotalAmount', money(net)),
          text('ram:TaxBasisTotalAmount', money(net)),
          text('ram:TaxTotalAmount currencyID="EUR"', money(vatTotal)),
          text('ram:GrandTotalAmount', money(grandTotal)),
          kind === 'invoice' && fromBalance > 0 ? text('ram:TotalPrepaidAmount', money(fromBalance)) : '',
          text('ram:DuePayableAmount', money(kind === 'invoice' ? due : grandTotal)),
        ),
        credits
          ? element(
              'ram:InvoiceReferencedDocument',
              text('ram:IssuerAssignedID', credits.number),
              element('ram:FormattedIssueDateTime', dateOf('qdt', credits.issuedOn)),
            )
          : '',
      ),
    ),
  )}\n`;
}

type Money = (cents: number) => string;

function lineElement(
  line: DocumentLine,
  { index, name, money }: { index: number; name: string; money: Money },
): string {
  const { firstDay, lastDay, quantity, net, category, rate } = line;
  const unit = 'unitCode="C62"';
  return element(
    'ram:IncludedSupplyChainTradeLineItem',
    element('ram:AssociatedDocumentLineDocument', text('ram:LineID', String(index + 1))),
    element('ram:SpecifiedTradeProduct', text('ram:Name', name)),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element(
        'ram:NetPriceProductTradePrice',
        text('ram:ChargeAmount', money(net)),
        text(`ram:BasisQuantity ${unit}`, String(quantity)),
      ),
    ),
    element('ram:SpecifiedLineTradeDelivery', text(`ram:BilledQuantity ${unit}`, String(quantity))),
    element(
      'ram:SpecifiedLineTradeSettlement',
      element(
        'ram:ApplicableTradeTax',
        text('ram:TypeCode', 'VAT'),
        text('ram:CategoryCode', category),
        rateElement(category, rate),
      ),
      element('ram:BillingSpecifiedPeriod', day('ram:StartDateTime', firstDay), day('ram:EndDateTime', lastDay)),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', text('ram:LineTotalAmount', money(net))),
    ),
  );
}

/** A line that is not subject to VAT has no rate, and names no VAT id (BR-O-02, BR-O-05). */
function rateElement(category: string, rate: number): string {
  return category === 'O' ? '' : text('ram:RateApplicablePercent', amountOf(rate));
}

const reasonCodes: Readonly<Record<string, string>> = { AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' };

function vatElement(
  { category, rate, basis, vat }: DocumentVat,
  { reason, money }: { reason: string; money: Money },
): string {
  const code = reasonCodes[category];
  return element(
    'ram:ApplicableTradeTax',
    text('ram:CalculatedAmount', money(vat)),
    text('ram:TypeCode', 'VAT'),
    reason === '' ? '' : text('ram:ExemptionReason', reason),
    text('ram:BasisAmount', money(basis)),
    text('ram:CategoryCode', category),
    code ? text('ram:ExemptionReasonCode', code) : '',
    rateElement(category, rate),
  );
}

function party(
  tag: string,
  of: Party,
  { hasVat, otherwise, id }: { hasVat: boolean; otherwise: string; id: string },
): string {
  const [first = '', second = '', ...rest] = cleanLines(of.address);
  return element(
    tag,
    id ? text('ram:ID', id) : '',
    text('ram:Name', of.name || '–'),
    of.registration ? element('ram:SpecifiedLegalOrganization', text('ram:ID', of.registration)) : '',
    element(
      'ram:PostalTradeAddress',
      first ? text('ram:LineOne', first) : '',
      second ? text('ram:LineTwo', second) : '',
      rest.length > 0 ? text('ram:LineThree', rest.join(', ')) : '',
      text('ram:CountryID', of.country || otherwise),
    ),
    of.eMail ? element('ram:URIUniversalCommunication', text('ram:URIID schemeID="EM"', of.eMail)) : '',
    hasVat && of.vatId ? element('ram:SpecifiedTaxRegistration', text('ram:ID schemeID="VA"', of.vatId)) : '',
  );
}

function paymentMeans({ iban, bic }: { iban: string; bic: string }): string {
  return element(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    text('ram:TypeCode', '58'),
    element('ram:PayeePartyCreditorFinancialAccount', text('ram:IBANID', iban)),
    bic ? element('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', bic)) : '',
  );
}

/** `1234` is 12.34, without a detour by floating point. */
function amountOf(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const dateOf = (prefix: 'udt' | 'qdt', isoDay: string) =>
  text(`${prefix}:DateTimeString format="102"`, isoDay.replaceAll('-', ''));
const day = (tag: string, isoDay: string) => element(tag, dateOf('udt', isoDay));

/** `tag` may have attributes. */
function element(tag: string, ...children: readonly string[]): string {
  return `<${tag}>${children.join('')}</${tag.split(' ')[0]}>`;
}

function text(tag: string, content: string): string {
  return element(
    tag,
    cleanText(content).replaceAll(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  );
}
