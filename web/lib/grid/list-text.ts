// Texts of lists and fields: a list's own under `list.<name>`, else the shared ones.
import i18next from 'i18next';
import type { z } from 'zod';
import type { AnyList } from '#contract/lib/resource.ts';
import { metaOf } from '#contract/lib/wire.ts';
import { uncheckedKey } from '#i18n/keys.ts';

/** Keys of the texts that each list defines. */
export type ListText = 'title' | 'empty' | 'new';

/** A list that exists in two areas may have another text per area, under `list.<name>.<area>`. */
export function listText({ area, name }: Pick<AnyList, 'area' | 'name'>, word: ListText): string {
  return i18next.t([`list.${name}.${area}.${word}`, `list.${name}.${word}`].map(uncheckedKey));
}

/** An introduction above the rows; an empty string if the list has none. */
export function listLead({ name }: Pick<AnyList, 'name'>): string {
  return i18next.t(`list.${name}.lead`, { defaultValue: '' });
}

/** The message that a record was not deleted, in the list's own words if it has them. */
export function notDeletedText({ name }: Pick<AnyList, 'name'>, rowName: string): string {
  return i18next.t([uncheckedKey(`list.${name}.notDeleted`), 'grid.notDeleted'], { name: rowName });
}

export function fieldLabel({ name }: Pick<AnyList, 'name'>, field: string): string {
  return i18next.t([`list.${name}.field.${field}`, `grid.field.${field}`].map(uncheckedKey));
}

/** The heading of a column: shorter than the label where the list has a short one. */
export function columnHeading({ name }: Pick<AnyList, 'name'>, field: string): string {
  const short = [`list.${name}.column.${field}`, `grid.column.${field}`];
  return i18next.t(short, { defaultValue: '' }) || fieldLabel({ name }, field);
}

/** A sentence below the input, if there is one. */
export function fieldHint({ name }: Pick<AnyList, 'name'>, field: string): string | undefined {
  return i18next.t([`list.${name}.hint.${field}`, `grid.hint.${field}`], { defaultValue: '' }) || undefined;
}

/** The label of one option of a field. */
export function optionText(
  { name, declared }: Pick<AnyList, 'name' | 'declared'>,
  field: string,
  option: string,
): string {
  // An input's field is not necessarily a field of the row.
  const schema = declared.row.shape[field] as z.ZodType | undefined;
  const elsewhere = schema && metaOf(schema, 'words');
  const areas = elsewhere ? [elsewhere] : [`list.${name}.option.${field}`, `grid.option.${field}`];
  return i18next.t(
    areas.map((area) => `${area}.${option}`),
    { defaultValue: option },
  );
}
