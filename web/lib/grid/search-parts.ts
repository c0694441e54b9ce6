// Splits the search of a list into complete `field:value` pairs and plain text.
import type { z } from 'zod';
import { continuesDate } from '#contract/lib/date-format.ts';
import { type AnyList, fieldOf } from '#contract/lib/resource.ts';
import { kindOf, wireName } from '#contract/lib/wire.ts';
import { fieldLabel } from './list-text.ts';

export interface SearchParts {
  pairs: string[];
  text: string;
}

/** The fields allowed before a colon. */
function searchFields({ declared }: AnyList): string[] {
  const fields = Object.entries(declared.row.shape) as [string, z.ZodType][]; // The shape of a zod object.
  return fields
    .filter(([field, schema]) => field !== 'version' && !['id', 'object', 'html'].includes(kindOf(schema)))
    .map(([field]) => field);
}

/** The labels of the searchable fields. */
export function searchLabels(resource: AnyList): string[] {
  return [...new Set(searchFields(resource).map((field) => fieldLabel(resource, field)))];
}

const wireFieldName = ({ declared }: AnyList, field: string) => wireName(field, fieldOf(declared, field)).toLowerCase();

/** Finds the field by the name before a colon: its wire name, an alias or its label. */
function findField(resource: AnyList, name: string): string | undefined {
  const lowerName = name.toLowerCase();
  const fields = searchFields(resource);
  return (
    fields.find((field) => wireFieldName(resource, field) === lowerName) ??
    resource.declared.search?.[lowerName] ??
    fields.find((field) => String(fieldLabel(resource, field)).toLowerCase() === lowerName)
  );
}

/** Returns complete pairs separately; the rest stays text. */
export function splitSearch(resource: AnyList, search: string): SearchParts {
  const parts: SearchParts = { pairs: [], text: '' };
  const rest: string[] = [];
  let endsWithDate = false;
  for (const part of search.split(',')) {
    if (endsWithDate && continuesDate.test(part)) {
      parts.pairs.push(`${parts.pairs.pop()} ${part.trim()}`);
      continue;
    }
    const [, name = '', value = ''] = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(part) ?? [];
    const field = name && value && findField(resource, name);
    endsWithDate = field ? kindOf(fieldOf(resource.declared, field)) === 'instant' : false;
    if (field) parts.pairs.push(`${wireFieldName(resource, field)}:${value}`);
    else rest.push(part);
  }
  parts.text = rest.join(',').trimStart();
  return parts;
}

export function joinParts({ pairs, text }: SearchParts): string {
  return [...pairs, text.trim()].filter(Boolean).join(', ');
}

/** Splits a pair into its field and its search term. */
export function parsePair(resource: AnyList, pair: string): { field: string; term: string } | undefined {
  const [, name = '', term = ''] = /^([^:]+):(.*)$/.exec(pair) ?? [];
  const field = findField(resource, name);
  return field === undefined ? undefined : { field, term };
}

/** Returns the search term of one field, named directly or by an alias. */
export function termIn(resource: AnyList, search: string, field: string): string {
  const pair = findPair(resource, splitSearch(resource, search), field);
  return (pair && parsePair(resource, pair)?.term) ?? '';
}

/**
 * Returns the search with a new term for one field; an empty term removes it. Commas become spaces: they end a pair.
 */
export function withTerm(resource: AnyList, search: string, field: string, value: string): string {
  const parts = splitSearch(resource, search);
  const before = findPair(resource, parts, field);
  const term = value.replaceAll(',', ' ').trim();
  const pair = `${wireFieldName(resource, field)}:${term}`;
  return joinParts({ ...parts, pairs: [...parts.pairs.filter((one) => one !== before), ...(term ? [pair] : [])] });
}

function findPair(resource: AnyList, { pairs }: SearchParts, field: string): string | undefined {
  return pairs.find((pair) => parsePair(resource, pair)?.field === field);
}
