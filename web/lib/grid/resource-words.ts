// What lists call themselves and their fields: a list's own words under `list.<name>`, else those that all lists share.
import i18next from 'i18next';
import type { AnyResource } from '#contract/lib/resource.ts';

/** Keys of the words that each list has for itself. */
export type OwnWord = 'title' | 'empty' | 'new';

/** A list of both areas may call itself otherwise in one of them, under `list.<name>.<area>`. */
export function wordOf({ area, name }: Pick<AnyResource, 'area' | 'name'>, word: OwnWord): string {
  return i18next.t([`list.${name}.${area}.${word}`, `list.${name}.${word}`]);
}

/** What has to be known of a list before its rows are read, where there is something. */
export function leadOf({ name }: Pick<AnyResource, 'name'>): string {
  return i18next.t(`list.${name}.lead`, { defaultValue: '' });
}

/** That a record could not be deleted, said of what it is. */
export function notDeleted({ name }: Pick<AnyResource, 'name'>, called: string): string {
  return i18next.t([`list.${name}.notDeleted`, 'grid.notDeleted'], { name: called });
}

export function fieldLabel({ name }: AnyResource, field: string): string {
  return i18next.t([`list.${name}.field.${field}`, `grid.field.${field}`]);
}

/** A sentence below the input, where there is one. */
export function fieldHint({ name }: AnyResource, field: string): string | undefined {
  return i18next.t([`list.${name}.hint.${field}`, `grid.hint.${field}`], { defaultValue: '' }) || undefined;
}

/** The words of one value of a field of few values. */
export function optionLabel({ name }: AnyResource, field: string, option: string): string {
  return i18next.t([`list.${name}.option.${field}.${option}`, `grid.option.${field}.${option}`], {
    defaultValue: option,
  });
}
