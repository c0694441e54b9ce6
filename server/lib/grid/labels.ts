// Labels of a list's columns and values in a language.
import type { z } from 'zod';
import { countries } from '#contract/lib/countries.ts';
import { type AnyList, fieldOf } from '#contract/lib/resource.ts';
import { kindOf, metaOf, optionsOf } from '#contract/lib/wire.ts';
import { uncheckedKey } from '#i18n/keys.ts';
import { languageKeys, messagesUnder, translate } from '#server/lib/i18n.ts';

type LabelledList = Pick<AnyList, 'name' | 'declared'>;

export interface LabelledValue {
  code: string;
  label: string;
}

/** The labelled values of a field in a language; undefined for a field without labels. */
export function labelledValues(list: LabelledList, field: string, language: string): LabelledValue[] | undefined {
  const schema = fieldOf(list.declared, field);
  const options = optionsOf(schema);
  if (options) return options.map((code) => ({ code, label: optionLabel(list, field, code, language) ?? code }));
  switch (kindOf(schema)) {
    case 'boolean':
      return ['true', 'false'].map((code) => ({
        code,
        label: translate(language, code === 'true' ? 'grid.yes' : 'grid.no'),
      }));
    case 'code':
    case 'array': {
      const elsewhere = metaOf(schema, 'words');
      const areas = elsewhere ? [elsewhere] : [`grid.option.${field}`, `list.${list.name}.option.${field}`];
      return areas.flatMap((area) =>
        [...messagesUnder(language, area)].map(([key, label]) => ({ code: key.slice(area.length + 1), label })),
      );
    }
    case 'language': {
      const names = new Intl.DisplayNames(language, { type: 'language' });
      return languageKeys.map((code) => ({ code, label: names.of(code) ?? code }));
    }
    case 'country': {
      const names = new Intl.DisplayNames(language, { type: 'region' });
      return countries.map((code) => ({ code, label: names.of(code) ?? code }));
    }
    default:
      return undefined;
  }
}

/** The text of a cell without a value, of a field declared with it. */
export function emptyLabel(schema: z.ZodType, language: string): string | undefined {
  const key = metaOf(schema, 'none');
  return key && translate(language, uncheckedKey(key));
}

/** The label of an enum value: the list's own, otherwise the one shared by all lists. */
export function optionLabel(
  { name }: LabelledList,
  field: string,
  option: string,
  language: string,
): string | undefined {
  const keys = [`list.${name}.option.${field}.${option}`, `grid.option.${field}.${option}`].map(uncheckedKey);
  return keys.map((key) => (translate(language, key) === key ? undefined : translate(language, key))).find(Boolean);
}

/** The label of a column: the list's own, otherwise the one shared by all lists. */
export function labelOf({ name }: LabelledList, field: string, language: string): string {
  const own = uncheckedKey(`list.${name}.field.${field}`);
  const translated = translate(language, own);
  return translated === own ? translate(language, shared(field)) : translated;
}

/** Whether a field has a label; ids have none. */
export function hasLabel(list: LabelledList, field: string, language: string): boolean {
  return labelOf(list, field, language) !== shared(field);
}

const shared = (field: string) => uncheckedKey(`grid.field.${field}`);
