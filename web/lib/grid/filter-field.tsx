// What one column of a list is narrowed to: one of its few values, or words in its text.
import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnyList, fieldOf } from '#contract/lib/resource.ts';
import { kindOf } from '#contract/lib/wire.ts';
import { rulesOf } from '#web/lib/editor/field-rules.ts';
import { languageKeys } from '#web/lib/i18n.ts';
import { filtersIn, withFilter } from './grid-search.ts';
import { fieldLabel, optionLabel } from './resource-words.ts';
import { searchDelay } from './search-field.tsx';
import { seekIn, soughtIn } from './search-parts.ts';
import { languageName } from './show-value.ts';
import type { GridState } from './use-grid.ts';

interface Props {
  resource: AnyList;
  field: string;
  state: GridState;
  /** By its exact value. */
  isExact: boolean;
}

export function FilterField({ isExact, ...props }: Props) {
  if (isExact) return <Choice {...props} />;
  const isLanguage = kindOf(fieldOf(props.resource.declared, props.field)) === 'language';
  return isLanguage ? <LanguageChoice {...props} /> : <Words {...props} />;
}

function Choice({ resource, field, state }: Omit<Props, 'isExact'>) {
  const { t } = useTranslation();
  const { only } = state.search;
  const schema = fieldOf(resource.declared, field);
  const options =
    kindOf(schema) === 'boolean'
      ? [
          { value: 'true', label: t('grid.yes') },
          { value: 'false', label: t('grid.no') },
        ]
      : rulesOf(schema).options.map((value) => ({ value, label: optionLabel(resource, field, value) }));
  return (
    <NativeSelect
      size="sm"
      label={fieldLabel(resource, field)}
      data={[{ value: '', label: t('grid.any') }, ...options]}
      value={filtersIn(only)[field] ?? ''}
      onChange={(event) => state.change({ only: withFilter(only, field, event.currentTarget.value || undefined) })}
    />
  );
}

function LanguageChoice({ resource, field, state }: Omit<Props, 'isExact'>) {
  const { t } = useTranslation();
  const search = state.search.search ?? '';
  const sought = soughtIn(resource, search, field);
  const keys = [...new Set([...languageKeys, ...(sought ? [sought] : [])])];
  return (
    <NativeSelect
      size="sm"
      label={fieldLabel(resource, field)}
      data={[{ value: '', label: t('grid.any') }, ...keys.map((key) => ({ value: key, label: languageName(key) }))]}
      value={sought}
      onChange={(event) =>
        state.change({ search: seekIn(resource, search, field, event.currentTarget.value) || undefined })
      }
    />
  );
}

function Words({ resource, field, state }: Omit<Props, 'isExact'>) {
  const search = state.search.search ?? '';
  const sought = soughtIn(resource, search, field);
  const [typed, type] = useState(sought);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Cleared, or changed in the search itself.
  useEffect(() => type(sought), [sought]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function tell(value: string): void {
    clearTimeout(timer.current);
    if (value.trim() !== sought) state.change({ search: seekIn(resource, search, field, value) || undefined });
  }
  return (
    <TextInput
      size="sm"
      label={fieldLabel(resource, field)}
      value={typed}
      maxLength={60}
      onChange={(event) => {
        const { value } = event.currentTarget;
        type(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => tell(value), searchDelay);
      }}
      onKeyDown={(pressed) => pressed.key === 'Enter' && tell(typed)}
      onBlur={() => tell(typed)}
    />
  );
}
