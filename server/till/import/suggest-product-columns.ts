// Recognizes the columns of a file of products by their headings.
import type { ProductColumn } from '#contract/till/import.ts';
import { exactly, hasWord, headingOf } from '#server/customers/import/headings.ts';

const names =
  exactly(`names? title item itemname productname? product artikel artikelname artikelbezeichnung bezeichnung
  produkt produktname nom article produit designation libelle nombre producto articulo nomenombre pavadinimas preke prekes prekespavadinimas
  nosaukums prece preces preces?nosaukums`);
const variations = exactly(
  'variation variationname variant varianttitle option1value variante varianten variacion variantas variants size grosse',
);
const groups = exactly('handle itemtoken reference(handle)? parentsku');
const barcodes =
  exactly(`barcode gtin ean ean13 upc variantbarcode strichcode barcodeean codebarres? codigodebarras codigobarras
  bruksninis(kodas)? bruksniniskodas svitrkods svitru?kods eankodas eankods eancode gtinean isbn`);
const prices = /^(price|\p{L}*preis|prix|precio|kaina|cena|pvp|vk|brutto)$/u;
const noPrice =
  /^(compare|cost|purchase|einkauf\p{L}*|ek|achat|coste?|unit|base|old|sale|currency|wholesale|netto|net|ht|savikaina|iepirk\p{L}*|min|max|type)$/u;
const rates = /^(vat|tax|mwst|ust|tva|iva|pvm|pvn|steuersatz|\p{L}*steuer\p{L}*)$/u;
const noRate = /^(id|number|nr|amount|code|taxable|included|exempt|inkl|excl|name)$/;
const actives = exactly('status active aktiv actif activo aktyvus aktivs forsale sellable');

/** Each meaning once, the first heading that has it. */
export function suggestProductColumns(titles: readonly string[]): ProductColumn[] {
  const taken = new Set<ProductColumn>();
  const found = titles.map((title): ProductColumn => {
    const column = columnOf(title);
    if (taken.has(column)) return 'skip';
    if (column !== 'skip') taken.add(column);
    return column;
  });
  // A column of variations without one of names is that of names.
  return taken.has('name') ? found : found.map((column) => (column === 'variation' ? 'name' : column));
}

/** How many of the headings are known. */
export function countKnownProductColumns(titles: readonly string[]): number {
  return titles.filter((title) => columnOf(title) !== 'skip').length;
}

function columnOf(title: string): ProductColumn {
  const heading = headingOf(title);
  const is = (pattern: RegExp) => pattern.test(heading.all);
  if (is(barcodes)) return 'barcode';
  if (hasWord(heading, prices) && !hasWord(heading, noPrice)) return 'price';
  if ((is(rates) || hasWord(heading, rates)) && !hasWord(heading, noRate)) return 'vatRate';
  if (is(groups)) return 'group';
  if (is(variations)) return 'variation';
  if (is(names)) return 'name';
  if (is(actives)) return 'active';
  return 'skip';
}
