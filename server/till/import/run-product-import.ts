// Imports products from a file: new ones are added, those with the same barcode, or the same name, are updated.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { maxImportRows } from '#contract/customers/import.ts';
import { folded } from '#contract/lib/folded.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { sameBarcode } from '#contract/till/barcodes.ts';
import type { ProductColumn, ProductImportAnswer } from '#contract/till/import.ts';
import type { companyProducts } from '#contract/till/products.ts';
import { saveRefs } from '#server/booking/import/import-refs.ts';
import { countryOf } from '#server/customers/contacts/phone-key.ts';
import { batches } from '#server/customers/import/batches.ts';
import { keepImport, keptFields } from '#server/customers/import/keep-import.ts';
import { likelyLanguages } from '#server/customers/import/likely-languages.ts';
import { readFile } from '#server/customers/import/read-file.ts';
import type { ImportContext, ImportedFile } from '#server/customers/import/serve-imports.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import { invalid } from '#server/lib/refusal.ts';
import { assertRoomForProducts } from '../products/save-product.ts';
import { type ImportedProduct, readProductRows } from './product-rows.ts';
import { countKnownProductColumns, suggestProductColumns } from './suggest-product-columns.ts';

type Choices = Parsed<typeof companyProducts.operations.import>;

/** Rows with problems in the preview, and values shown for each column. */
const maxPreviewed = 50;
const maxExamples = 3;

/** In one transaction; with `readOnly` it only returns what the import would do. */
export async function runProductImport(
  context: ImportContext,
  { bytes, fileName, choices }: ImportedFile<Choices>,
  options: { readOnly: boolean },
): Promise<ProductImportAnswer> {
  return companyTransaction(context, options, async (tx) => {
    const { columns, charset, headerLine, sheet } = choices;
    const languages = likelyLanguages(await countryOf(tx.db, tx.user.companyId), tx.visitor.language);
    const countKnown = countKnownProductColumns;
    const file = await readFile(bytes, { languages, charset, headerLine, sheet, countKnown });
    if (file.format === 'vcard') throw invalid('File', 'imports.cards');
    if (file.rows.length > maxImportRows) throw invalid('File', 'customers.importLong', { max: maxImportRows });
    const suggested = suggestProductColumns(file.titles);
    const kept = await keptFields<ProductColumn>(tx, 'products', file);
    const fields = file.titles.map(
      (_, index): ProductColumn => columns?.[index] ?? kept?.[index] ?? suggested[index] ?? 'skip',
    );
    const { products, problems } = readProductRows(file.rows, fields);
    // Imports of one company wait for each other: both would add the same products.
    if (!options.readOnly) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${tx.user.companyId}`}, 0))`.execute(tx.db);
    }
    const planned = await plan(tx, products);
    const of = (result: Planned['result']) => planned.filter((one) => one.result === result);
    await assertRoomForProducts(tx, of('added').length);
    if (!options.readOnly) {
      await write(tx, of('added'), of('changed'));
      const origin = await keepImport(tx, 'products', { fileName, file, columns: columns && fields });
      const added = of('added').map(({ id }) => ({ externalId: id, recordId: id, isAdded: true, givenDigest: '' }));
      await saveRefs(tx, origin, 'product', added);
      await audit(tx, `Imported ${of('added').length} products and updated ${of('changed').length}`);
    }
    const left = problems.filter(({ isLeftOut }) => isLeftOut);
    return {
      ...{ format: file.format, charset: file.charset, charsets: file.charsets, separator: file.separator },
      ...{ sheetNames: file.sheetNames, sheet: file.sheet, headerLine: file.headerLine, firstLines: file.firstLines },
      columns: file.titles.map((title, index) => ({
        title,
        field: fields[index] ?? 'skip',
        examples: file.rows.flatMap(({ cells }) => cells[index]?.slice(0, 200) || []).slice(0, maxExamples),
      })),
      rows: file.rows.length,
      ...{ added: of('added').length, changed: of('changed').length, unchanged: of('unchanged').length },
      ...{ leftOut: left.length, incomplete: problems.length - left.length },
      problems: problems.slice(0, options.readOnly ? maxPreviewed : undefined),
      report: options.readOnly
        ? []
        : [
            ...planned.map(({ line, name, result }) => ({ line, name, result })),
            ...left.map(({ line, cells }) => ({
              ...{ line, result: 'leftOut' as const, name: cells.find(Boolean)?.slice(0, 100) ?? '' },
            })),
          ].sort((a, b) => a.line - b.line),
    };
  });
}

interface Present {
  id: string;
  name: string;
  barcode: string;
  price: number;
  vatRate: number | null;
  isActive: boolean;
}

interface Planned extends Present {
  line: number;
  result: 'added' | 'changed' | 'unchanged';
}

/** Compares the rows with the present products. A value that the file lacks stays as it is. */
async function plan({ db, user }: ImportContext, products: readonly ImportedProduct[]): Promise<Planned[]> {
  const present: Present[] = await db
    .selectFrom('products')
    .select(['id', 'name', 'barcode', 'price', 'vatRate', 'isActive'])
    .where('companyId', '=', user.companyId)
    .orderBy('createdAt', 'desc')
    .execute();
  const byBarcode = new Map(present.map((one) => [one.barcode, one]));
  // Of several products with a name, the oldest.
  const byName = new Map(present.map((one) => [folded(one.name), one]));
  // Two rows are two products: the second one of a name adds one.
  const taken = new Set<string>();
  return products.map(({ line, barcode, vatRate, isActive, ...given }): Planned => {
    const sameName = byName.get(folded(given.name));
    const named = sameName && !taken.has(sameName.id) ? sameName : undefined;
    // Another barcode is another product, though its name is the same.
    const coded = barcode ? (byBarcode.get(barcode) ?? byBarcode.get(sameBarcode(barcode) ?? barcode)) : undefined;
    const found = barcode ? (coded ?? (named?.barcode === '' ? named : undefined)) : named;
    if (found) taken.add(found.id);
    const values = {
      ...given,
      barcode: coded?.barcode ?? barcode ?? found?.barcode ?? '',
      vatRate: vatRate ?? found?.vatRate ?? null,
      isActive: isActive ?? found?.isActive ?? true,
    };
    if (!found) return { line, id: randomUUIDv7(), ...values, result: 'added' };
    const isSame = (Object.keys(values) as (keyof typeof values)[]).every((field) => values[field] === found[field]);
    return { line, id: found.id, ...values, result: isSame ? 'unchanged' : 'changed' };
  });
}

async function write(tx: ImportContext, added: readonly Planned[], changed: readonly Planned[]): Promise<void> {
  const { db, user, clock } = tx;
  const { companyId } = user;
  for (const some of batches(added)) {
    await db
      .insertInto('products')
      .values(some.map(({ line: _, result: __, ...row }) => ({ ...row, companyId, createdAt: clock.now() })))
      .execute();
  }
  for (const some of batches(changed)) {
    await sql`
      update products p set name = g.name, barcode = g.barcode, price = g.price, vat_rate = g."vatRate", is_active = g."isActive"
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as g(id uuid, name text, barcode text, price numeric, "vatRate" numeric, "isActive" boolean)
      where p.company_id = ${companyId} and p.id = g.id`.execute(db);
  }
}
