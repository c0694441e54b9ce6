// The filter of one column: a choice among its values, or a search in its text.
import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnyList, fieldOf } from '#contract/lib/resource.ts';
import { kindOf } from '#contract/lib/wire.ts';
import { rulesOf } from '#web/lib/forms/field-rules.ts';
import { bundledLanguages } from '#web/lib/i18n.ts';
import { languageOptions } from './format-value.ts';
import { parseFilters, withFilter } from './grid-search.ts';
import { fieldLabel, optionText } from './list-text.ts';
import { searchDelay } from './search-field.tsx';
import { termIn, withTerm } from './search-parts.ts';
import type { GridState } from './use-grid.ts';

interface Props {
  resource: AnyList;
  field: string;
  state: GridState;
  /** True to filter by an exact value. */
  isExact: boolean;
}

export function FilterField({ isExact, ...props }: Props) {
  if (isExact) return <ChoiceFilter {...props} />;
  const isLanguage = kindOf(fieldOf(props.resource.declared, props.field)) === 'language';
  return isLanguage ? <LanguageFilter {...props} /> : <TextFilter {...props} />;
}

function ChoiceFilter({ resource, field, state }: Omit<Props, 'isExact'>) {
  const { t } = useTranslation();
  const { only } = state.search;
  const schema = fieldOf(resource.declared, field);
  const options =
    kindOf(schema) === 'boolean'
      ? [
          { value: 'true', label: t('grid.yes') },
          { value: 'false', label: t('grid.no') },
        ]
      : rulesOf(schema).options.map((value) => ({ value, label: optionText(resource, field, value) }));
  return (
    <NativeSelect
      size="sm"
      label={fieldLabel(resource, field)}
      data={[{ value: '', label: t('grid.any') }, ...options]}
      value={parseFilters(only)[field] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        state.change((now) => ({ only: withFilter(now.only, field, value || undefined) }))
      }
    />
  );
}

function LanguageFilter({ resource, field, state }: Omit<Props, 'isExact'>) {
  const { t } = useTranslation();
  const term = termIn(resource, state.search.search ?? '', field);
  const keys = [...new Set([...bundledLanguages, ...(term ? [term] : [])])];
  const options = languageOptions(keys);
  return (
    <NativeSelect
      size="sm"
      label={fieldLabel(resource, field)}
      data={[{ value: '', label: t('grid.any') }, ...options]}
      value={term}
      onChange={(event) => changeTerm(resource, state, field, event.currentTarget.value)}
    />
  );
}

function TextFilter({ resource, field, state }: Omit<Props, 'isExact'>) {
  const term = termIn(resource, state.search.search ?? '', field);
  const [typed, setTyped] = useState(term);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The search was cleared or changed elsewhere.
  useEffect(() => setTyped(term), [term]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function applyTerm(value: string): void {
    clearTimeout(timer.current);
    if (value.trim() !== term) changeTerm(resource, state, field, value);
  }
  return (
    <TextInput
      size="sm"
      label={fieldLabel(resource, field)}
      value={typed}
      maxLength={60}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => applyTerm(value), searchDelay);
      }}
      onKeyDown={(event) => event.key === 'Enter' && applyTerm(typed)}
      onBlur={() => applyTerm(typed)}
    />
  );
}

function changeTerm(resource: AnyList, state: GridState, field: string, term: string): void {
  state.change(({ search = '' }) => ({ search: withTerm(resource, search, field, term) || undefined }));
}
