// Adds and updates a product of the company.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { LaterVatRate } from '#contract/lib/vat-rates.ts';
import { companyProducts, maxProducts } from '#contract/till/products.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { withConflictRefusals } from '#server/lib/grid/conflict-refusals.ts';
import { completeInput, rowForUpdate } from '#server/lib/grid/grid-of.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid } from '#server/lib/refusal.ts';
import { assertDifferentDays, writeVatRates } from '#server/lib/vat-rates.ts';
import { productRows } from './store.ts';

type ProductInput = z.output<typeof companyProducts.declared.input>;

const list = companyProducts as unknown as AnyResource;
const source = { rows: productRows };
/** Two people may give a barcode at once. */
export const uniqueOfProducts = { products_barcode: 'Barcode' };

/** Throws 417 for a barcode of another product, which the message names, and for two rates from the same day. */
export function insertProduct(
  context: SignedIn,
  { id: _id, version: _version, ...input }: Parsed<typeof companyProducts.operations.insert>,
): Promise<JsonText> {
  return withConflictRefusals(context, list, { unique: uniqueOfProducts }, async (tx) => {
    assertDifferentDays(input);
    await assertRoomForProducts(tx, 1);
    await assertFreeBarcode(tx, input.barcode);
    const id = randomUUIDv7();
    const { vatRates, ...columns } = input;
    await tx.db
      .insertInto('products')
      .values({ ...columns, companyId: tx.user.companyId, id, createdAt: tx.clock.now() })
      .execute();
    await saveVatRates(tx, id, vatRates);
    return rowById(tx, list, source, id);
  });
}

/** Throws what an insert throws, and 409 with the record when the version is no longer the current one. */
export function updateProduct(
  context: SignedIn,
  { id, version, ...given }: Parsed<typeof companyProducts.operations.update>,
): Promise<JsonText> {
  return withConflictRefusals(context, list, { unique: uniqueOfProducts }, async (tx) => {
    const { companyId } = tx.user;
    await sql`select from products where company_id = ${companyId} and id = ${id} for update`.execute(tx.db);
    const present = await rowForUpdate(tx, list, source, id, version);
    const input = completeInput<ProductInput>(list, given, present);
    assertDifferentDays(input);
    await assertFreeBarcode(tx, input.barcode, id);
    const { vatRates, ...columns } = input;
    // Also when only rates change: the version of the product is theirs too.
    await tx.db.updateTable('products').set(columns).where('companyId', '=', companyId).where('id', '=', id).execute();
    await saveVatRates(tx, id, vatRates);
    return rowById(tx, list, source, id);
  });
}

/** Throws 417 when the company would have too many products. */
export async function assertRoomForProducts({ db, user }: Pick<SignedIn, 'db' | 'user'>, added: number) {
  const { count } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  if (Number(count) + added > maxProducts) throw invalid('Name', 'products.tooMany', { maximum: maxProducts });
}

async function assertFreeBarcode({ db, user }: SignedIn, barcode: string, id?: string): Promise<void> {
  if (barcode === '') return;
  const other = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('barcode', '=', barcode)
    .executeTakeFirst();
  if (other && other.id !== id?.toLowerCase()) throw invalid('Barcode', 'products.barcodeTaken', { name: other.name });
}

function saveVatRates({ db, user }: SignedIn, productId: string, rates: readonly LaterVatRate[]): Promise<void> {
  const owner = { company_id: user.companyId, product_id: productId };
  return writeVatRates(db, { table: 'product_vat_rates', owner }, rates);
}
