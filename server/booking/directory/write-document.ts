// Writes the document by which a person is found at a place.
import { searchTermsOf } from './search-terms.ts';
import { listedPartsOf } from './word-lists.ts';

/** Words after these are not found (PostgreSQL counts positions to 16,383). */
const maxPosition = 16_000;
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
  let position = 0;
  const add = (text: string, weight: 'A' | 'B' | 'C' | 'D') => {
    for (const term of searchTermsOf(text)) {
      if (++position > maxPosition) return;
      for (const one of [term, ...listedPartsOf(term)])
        positions.set(one, [...(positions.get(one) ?? []), `${position}${weight}`]);
    }
    position += gap;
  };
  add(name, 'A');
  add(profession, 'B');
  add(company, 'D');
  add(place, 'D');
  // Many services may fill the document: the others have their place.
  for (const service of services) add(service, 'C');
  const document = [...positions].map(([term, at]) => `'${term}':${at.slice(0, 200).join(',')}`).join(' ');
  return { document, terms: [...positions.keys()] };
}
