// Writes the document by which a person is found at a place.
import { searchTermsOf } from './search-terms.ts';
import { listedPartsOf } from './word-lists.ts';

/** Words after these are not found (PostgreSQL counts positions to 16,383). */
const maxPosition = 16_000;
/** Positions of one word that are kept. */
const maxPositions = 200;
/** Of the words of a document (bytes): a `tsvector` has at most 1 MB with its positions. */
const maxBytes = 200_000;
/** Between texts, so that no phrase reaches from one into the next. */
const gap = 5;

export interface DocumentTexts {
  /** First and last name. */
  name: string;
  profession: string;
  services: readonly string[];
  company: string;
  place: string;
}

/** The words with their weights, as PostgreSQL writes a `tsvector`, and each word once. */
export function writeDocument({ name, profession, services, company, place }: DocumentTexts) {
  const positions = new Map<string, string[]>();
  /** Each word with the words of the lists within it. */
  const parts = new Map<string, string[]>();
  let position = 0;
  let bytes = 0;
  const add = (text: string, weight: 'A' | 'B' | 'C' | 'D') => {
    for (const term of searchTermsOf(text)) {
      if (++position > maxPosition || bytes > maxBytes) return;
      const known = parts.get(term) ?? [term, ...listedPartsOf(term)];
      parts.set(term, known);
      for (const one of known) {
        const at = positions.get(one);
        if (!at) bytes += Buffer.byteLength(one);
        if (!at) positions.set(one, [`${position}${weight}`]);
        else if (at.length < maxPositions) at.push(`${position}${weight}`);
      }
    }
    position += gap;
  };
  add(name, 'A');
  add(profession, 'B');
  add(company, 'D');
  add(place, 'D');
  // Many services may fill the document: the others have their place.
  for (const service of services) add(service, 'C');
  const document = [...positions].map(([term, at]) => `'${term}':${at.join(',')}`).join(' ');
  return { document, terms: [...positions.keys()] };
}
