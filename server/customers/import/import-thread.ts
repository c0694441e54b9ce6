// The worker thread that imports customers.
import { companyContacts } from '#contract/customers/contacts.ts';
import { runImport } from './run-import.ts';
import { serveImports } from './serve-imports.ts';

serveImports(companyContacts.operations.import.output, runImport);
