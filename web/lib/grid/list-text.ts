// What lists call themselves and their fields: a list's own words under `list.<name>`, else those that all lists share.
import i18next from 'i18next';
import type { z } from 'zod';
import type { AnyList } from '#contract/lib/resource.ts';
import { metaOf } from '#contract/lib/wire.ts';

/** Keys of the words that each list has for itself. */
export type ListText = 'title' | 'empty' | 'new';

/** A list of both areas may call itself otherwise in one of them, under `list.<name>.<area>`. */
export function listText({ area, name }: Pick<AnyList, 'area' | 'name'>, word: ListText): string {
  return i18next.t([`list.${name}.${area}.${word}`, `list.${name}.${word}`]);
}

/** What has to be known of a list before its rows are read, where there is something. */
export function listLead({ name }: Pick<AnyList, 'name'>): string {
  return i18next.t(`list.${name}.lead`, { defaultValue: '' });
}

/** That a record could not be deleted, said of what it is. */
export function notDeletedText({ name }: Pick<AnyList, 'name'>, rowName: string): string {
  return i18next.t([`list.${name}.notDeleted`, 'grid.notDeleted'], { name: rowName });
}

export function fieldLabel({ name }: Pick<AnyList, 'name'>, field: string): string {
  return i18next.t([`list.${name}.field.${field}`, `grid.field.${field}`]);
}

/** A sentence below the input, where there is one. */
export function fieldHint({ name }: Pick<AnyList, 'name'>, field: string): string | undefined {
  return i18next.t([`list.${name}.hint.${field}`, `grid.hint.${field}`], { defaultValue: '' }) || undefined;
}

/** The words of one value of a field of few values. */
export function optionLabel(
  { name, declared }: Pick<AnyList, 'name' | 'declared'>,
  field: string,
  option: string,
): string {
  // What is written need not be a field of the row.
  const schema = declared.row.shape[field] as z.ZodType | undefined;
  const elsewhere = schema && metaOf(schema, 'words');
  const areas = elsewhere ? [elsewhere] : [`list.${name}.option.${field}`, `grid.option.${field}`];
  return i18next.t(
    areas.map((area) => `${area}.${option}`),
    { defaultValue: option },
  );
}
