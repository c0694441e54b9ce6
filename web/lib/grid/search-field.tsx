// The search of a list: plain text, and `field:value` pairs that become pills. Searches after a pause or on Enter.
import { Input } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyList } from '#contract/lib/resource.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import classes from './grid.module.css';
import { fieldLabel } from './list-text.ts';
import { joinParts, searchLabels, splitSearch } from './search-parts.ts';

/** Milliseconds (specification, section 9: "search delay"). */
export const searchDelay = 1_000;

interface Props {
  resource: AnyList;
  search: string;
  onSearch: (search: string) => void;
}

export function SearchField({ resource, search, onSearch }: Props) {
  const { t } = useTranslation();
  const { pairs, text } = splitSearch(resource, search);
  const [typed, setTyped] = useState(text);
  const [isFocused, setFocused] = useState(false);
  const lastSearch = useRef(text);
  /** The newest search, which may not be rendered yet. */
  const latest = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  // The address changed by navigation, a link or a cleared search.
  useEffect(() => {
    if (text === lastSearch.current) return;
    lastSearch.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function applySearch(words: string, keptPairs = splitSearch(resource, latest.current).pairs): void {
    clearTimeout(timer.current);
    const parts = splitSearch(resource, words);
    if (parts.pairs.length) setTyped(parts.text);
    lastSearch.current = parts.text.trim();
    const combined = joinParts({ pairs: [...keptPairs, ...parts.pairs], text: parts.text });
    if (combined === latest.current) return;
    latest.current = combined;
    onSearch(combined);
  }
  function change(words: string): void {
    setTyped(words);
    clearTimeout(timer.current);
    // A comma completes a pair.
    if (words.includes(',') && splitSearch(resource, words).pairs.length) applySearch(words);
    else timer.current = setTimeout(() => applySearch(words), searchDelay);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') applySearch(typed);
    else if (event.key === 'Escape' && (typed || pairs.length)) {
      event.stopPropagation();
      setTyped('');
      applySearch('', []);
    } else if (event.key === 'Backspace' && !typed && pairs.length) {
      // Move the last pair back into the input for editing.
      event.preventDefault();
      applySearch('', pairs.slice(0, -1));
      setTyped(pairs.at(-1) ?? '');
    }
  }

  const example = `${fieldLabel(resource, resource.declared.title)}: …`;
  const hint = t('grid.searchHint', { example, fields: searchLabels(resource).join(', ') });
  return (
    <search className={classes.search}>
      <Input
        // Keep our aria-describedby; Mantine's would point at nothing.
        withAria={false}
        size="sm"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
        aria-label={t('grid.search')}
        aria-describedby={`search-${resource.name}`}
        placeholder={isFocused ? hint : t('grid.search')}
        title={isFocused ? undefined : hint}
        value={typed}
        {...lengthOf(resource.operations.getPaginated, 'search')}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      <span id={`search-${resource.name}`} className="unseen">
        {hint}
      </span>
    </search>
  );
}
