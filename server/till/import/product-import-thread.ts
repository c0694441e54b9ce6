// The worker thread that imports products.
import { companyProducts } from '#contract/till/products.ts';
import { serveImports } from '#server/customers/import/serve-imports.ts';
import { runProductImport } from './run-product-import.ts';

serveImports(companyProducts.operations.import.output, runProductImport);
