// The pages that menu items open and that can be granted.
import { z } from 'zod';
import { id, text } from '#contract/lib/fields.ts';
import { isSafeLink, linkOr } from '#contract/lib/links.ts';
import { resource } from '#contract/lib/resource.ts';

/** A page's target: a path of this site, another site, or a state in the specification's form (`app.home/newPage`). */
const sRef = text(200)
  .regex(linkOr('app(\\.[\\w\\-]+)*(\\/[\\w\\-]+)*'), { error: 'list.pages.sRef' })
  .meta({ wire: 'SRef' });

/** The target of a new page (specification, section 9). */
const newSRef = 'app.home/newPage';

/** The address for a page's `sRef`; undefined when it has none. */
export function addressOfPage(sRef: string): string | undefined {
  if (isSafeLink(sRef)) return sRef;
  return /^app([./]|$)/.test(sRef) ? `/${sRef.replaceAll('.', '/')}` : undefined;
}

export const systemPages = resource('system', 'pages', {
  about: 'The pages that menu items open and that can be granted.',
  rowsKey: 'pages',
  may: 'sys',
  page: '/app/system/pages',
  tables: ['pages'],
  row: z.object({
    id,
    name: z.string(),
    sRef: z.string().meta({ wire: 'SRef' }),
    onlySys: z.boolean(),
    isSystem: z.boolean(),
    version: z.string(),
  }),
  title: 'name',
  sort: ['name', 'sRef'],
  input: z.strictObject({ name: text(100), sRef: sRef.default(newSRef), onlySys: z.boolean().default(false) }),
  blank: () => ({ name: '', sRef: newSRef, onlySys: false }),
  can: ['insert', 'update', 'delete', 'restore'],
});
