// The search of a list in its parts: finished pairs of `field:value`, and the rest, which is plain text.
import { type AnyResource, fieldOf } from '#contract/lib/resource.ts';
import { kindOf, wireName } from '#contract/lib/wire.ts';

export interface Parts {
  pairs: string[];
  text: string;
}

/** What stands before a colon: the wire names of the fields, in lower case. */
export function fieldNames({ declared }: AnyResource): string[] {
  return Object.entries(declared.row.shape)
    .filter(
      ([field, schema]) =>
        field !== 'version' && kindOf(schema as never) !== 'id' && kindOf(schema as never) !== 'object',
    )
    .map(([field, schema]) => wireName(field, schema as never).toLowerCase());
}

/** Finished pairs become chips; the rest stays text. */
export function partsOf(resource: AnyResource, search: string): Parts {
  const known = new Set([...fieldNames(resource), ...Object.keys(resource.declared.search ?? {})]);
  const parts: Parts = { pairs: [], text: '' };
  const rest: string[] = [];
  for (const part of search.split(',')) {
    const [, name = '', value = ''] = /^\s*([\w.]+)\s*:\s*(.*?)\s*$/.exec(part) ?? [];
    if (known.has(name.toLowerCase()) && value) parts.pairs.push(`${name.toLowerCase()}:${value}`);
    else rest.push(part);
  }
  parts.text = rest.join(',').trimStart();
  return parts;
}

export function joined({ pairs, text }: Parts): string {
  return [...pairs, text.trim()].filter(Boolean).join(', ');
}

/** What the search says of one field, by its name or an alias. */
export function soughtIn(resource: AnyResource, search: string, field: string): string {
  return pairOf(resource, partsOf(resource, search), field)?.replace(/^[^:]*:/, '') ?? '';
}

/** The search with another value for one field; without one it is not sought. A comma would end it. */
export function seekIn(resource: AnyResource, search: string, field: string, value: string): string {
  const parts = partsOf(resource, search);
  const before = pairOf(resource, parts, field);
  const words = value.replaceAll(',', ' ').trim();
  const pair = `${wireName(field, fieldOf(resource.declared, field)).toLowerCase()}:${words}`;
  return joined({ ...parts, pairs: [...parts.pairs.filter((one) => one !== before), ...(words ? [pair] : [])] });
}

function pairOf({ declared }: AnyResource, { pairs }: Parts, field: string): string | undefined {
  const own = wireName(field, fieldOf(declared, field)).toLowerCase();
  return pairs.find((pair) => {
    const [name = ''] = pair.split(':');
    return name === own || declared.search?.[name] === field;
  });
}
