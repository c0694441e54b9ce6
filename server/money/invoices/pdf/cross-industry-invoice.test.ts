// Tests of the XML of invoices: its schema, and the rules of EN 16931 about its sums and categories of VAT.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '#contract/testing/random-cases.ts';
import { buildDocument, type DocumentOptions, xmlFor } from '#server/testing/build/document.ts';
import { assertInvoiceSchema } from '#server/testing/pdf/invoice-schema.ts';
import { referenceOf, type VatCategory } from './invoice-document.ts';

const options: fc.Arbitrary<DocumentOptions> = fc.record({
  nets: fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 1, maxLength: 12 }),
  kind: fc.constantFrom('invoice' as const, 'creditNote' as const),
  category: fc.constantFrom<VatCategory>('S', 'AE', 'E', 'Z', 'O'),
  rate: fc.integer({ min: 1, max: 3000 }),
  otherRate: fc.integer({ min: 1, max: 3000 }),
  fromBalance: fc.integer({ min: 0, max: 1 }),
});

/** The contents of all elements of a name, within the element `inside`. */
function all(xml: string, name: string, inside?: string): string[] {
  const scope = inside ? all(xml, inside).join('') : xml;
  return Array.from(
    scope.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>(.*?)</ram:${name}>`, 'gs')),
    ([, content = '']) => content,
  );
}

const one = (xml: string, name: string, inside?: string) => all(xml, name, inside)[0] ?? assert.fail(`no ${name}`);
/** In cents, which are exact. */
const cents = (amount: string) => Math.round(Number(amount) * 100);
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + cents(amount), 0);

test('sums and VAT of any invoice and credit note obey BR-CO-10 to 17 and the rules of their category', () => {
  fc.assert(
    fc.property(options, (given) => {
      const xml = xmlFor(buildDocument(given));
      const summation = one(xml, 'SpecifiedTradeSettlementHeaderMonetarySummation');
      const settlement = one(xml, 'ApplicableHeaderTradeSettlement');
      const total = (name: string) => cents(one(summation, name));
      const lines = all(xml, 'LineTotalAmount', 'SpecifiedTradeSettlementLineMonetarySummation');
      const taxes = all(settlement, 'ApplicableTradeTax');
      assert.equal(total('LineTotalAmount'), sum(lines), 'BR-CO-10');
      assert.equal(total('TaxBasisTotalAmount'), total('LineTotalAmount'), 'BR-CO-13');
      assert.equal(total('TaxTotalAmount'), sum(all(settlement, 'CalculatedAmount')), 'BR-CO-14');
      assert.equal(total('GrandTotalAmount'), total('TaxBasisTotalAmount') + total('TaxTotalAmount'), 'BR-CO-15');
      const prepaid = sum(all(summation, 'TotalPrepaidAmount'));
      const terms = one(settlement, 'SpecifiedTradePaymentTerms');
      assert.match(terms, xml.includes('<ram:TypeCode>380<') ? /DueDateDateTime/ : /Description>\S/, 'BR-CO-25');
      assert.equal(total('DuePayableAmount'), total('GrandTotalAmount') - prepaid, 'BR-CO-16');
      for (const tax of taxes) {
        const ofRate = all(xml, 'IncludedSupplyChainTradeLineItem').filter(
          (line) => all(line, 'RateApplicablePercent')[0] === all(tax, 'RateApplicablePercent')[0],
        );
        checkTax(tax, sum(ofRate.map((line) => one(line, 'LineTotalAmount'))));
      }
      const rates = taxes.map((tax) => all(tax, 'RateApplicablePercent')[0]);
      assert.equal(new Set(rates).size, taxes.length, 'BR-S-1: one row for each rate');
      const { category } = given;
      assert.deepEqual(
        new Set(all(xml, 'CategoryCode')),
        new Set([category]),
        'BR-S-1, BR-AE-1, BR-E-1, BR-Z-1, BR-O-1',
      );
      const ids = all(xml, 'SpecifiedTaxRegistration').length;
      assert.equal(ids, category === 'O' ? 0 : 2, 'BR-S-2, BR-AE-2, BR-E-2, BR-Z-2, BR-O-2');
      for (const line of all(xml, 'IncludedSupplyChainTradeLineItem')) {
        const product =
          (cents(one(line, 'ChargeAmount')) * Number(one(line, 'BilledQuantity'))) / Number(one(line, 'BasisQuantity'));
        assert.equal(Math.round(product), cents(one(line, 'LineTotalAmount')));
        assert.ok(cents(one(line, 'ChargeAmount')) >= 0, 'BR-27');
      }
      assert.doesNotMatch(xml, />-/, 'amounts are positive');
    }),
    runs(200),
  );
});

function checkTax(tax: string, basis: number): void {
  const category = one(tax, 'CategoryCode');
  const rates = all(tax, 'RateApplicablePercent');
  const rate = Number(rates[0] ?? 0);
  assert.equal(cents(one(tax, 'BasisAmount')), basis, 'BR-S-8, BR-AE-8, BR-E-8, BR-Z-8, BR-O-8');
  const exact = (basis * rate) / 100;
  assert.ok(Math.abs(cents(one(tax, 'CalculatedAmount')) - exact) <= 0.5, 'BR-CO-17');
  assert.equal(rates.length, category === 'O' ? 0 : 1, 'BR-O-5');
  assert.equal(rate > 0, category === 'S', 'BR-S-5, BR-AE-5, BR-E-5, BR-Z-5');
  const hasReason = all(tax, 'ExemptionReason').length > 0;
  assert.equal(hasReason, ['AE', 'E', 'O'].includes(category), 'BR-S-10, BR-AE-10, BR-E-10, BR-Z-10, BR-O-10');
}

test('the schema of Factur-X accepts invoices and credit notes in every category', () => {
  for (const category of ['S', 'AE', 'E', 'Z', 'O'] as const) {
    for (const kind of ['invoice', 'creditNote'] as const) {
      assertInvoiceSchema(xmlFor(buildDocument({ category, kind, nets: [2900, 120, 7] }), 'lv'));
    }
  }
  const bare = { address: '', registration: '', vatId: '', eMail: '', bic: '' };
  assertInvoiceSchema(xmlFor(buildDocument({ category: 'O', seller: bare, buyer: bare, fromBalance: 2900 })));
  const names = { name: '<b>&"\'\u0000\u0007 \ud800 𝕏 صالون 💇‍♀️', address: 'a\nb\r\nc\nd\u0001', reference: 'PO & 1' };
  assertInvoiceSchema(xmlFor(buildDocument({ buyer: names })));
  assert.throws(() => assertInvoiceSchema('<rsm:Invoice xmlns:rsm="urn:x"/>'));
});

test('a credit note names its invoice, and a seller without numbers is known by the account', () => {
  const note = xmlFor(buildDocument({ kind: 'creditNote' }));
  assert.equal(one(note, 'IssuerAssignedID'), 'INV-000011');
  assert.equal(one(note, 'TypeCode'), '381');
  const bare = xmlFor(buildDocument({ category: 'O', seller: { registration: '', vatId: '' } }));
  assert.equal(one(bare, 'ID', 'SellerTradeParty'), 'LV80BANK0000435195001');
  const somewhere = xmlFor(buildDocument({ buyer: { country: '' } }));
  assert.equal(one(somewhere, 'CountryID', 'BuyerTradeParty'), 'LV');
});

test('the reference of a transfer has the check digits that banks verify (ISO 11649)', () => {
  for (const number of ['INV-000001', 'INV-000017', 'INV-1234567', 'CN-000003']) {
    const reference = referenceOf(number);
    assert.ok(reference.endsWith(number.replace('-', '')));
    const turned = reference.slice(4) + reference.slice(0, 4);
    const digits = [...turned].map((letter) => Number.parseInt(letter, 36)).join('');
    assert.equal(BigInt(digits) % 97n, 1n, reference);
  }
});
