// Serves the products of a company: local administrators read them, administrators change them.
import { companyProducts } from '#contract/till/products.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { type Handlers, serve } from '#server/lib/http/serve.ts';
import { assertRoomForProducts, insertProduct, uniqueOfProducts, updateProduct } from './save-product.ts';
import { productRows } from './store.ts';

type ImportHandlers = Pick<Handlers<typeof companyProducts.operations>, 'previewImport' | 'import'>;

/** The area joins the import, which stands on the products. */
export const companyProductRoutes = (imports: ImportHandlers) =>
  serve(companyProducts.operations, {
    ...gridOf(companyProducts, {
      rows: productRows,
      table: 'products',
      unique: uniqueOfProducts,
      assertRoom: (context) => assertRoomForProducts(context, 1),
    }),
    insert: insertProduct,
    update: updateProduct,
    ...imports,
  });
