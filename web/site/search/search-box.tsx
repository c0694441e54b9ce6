// The search of the navbar: what the words find among contacts, events, people and pages; choosing a result goes there.
import { IconCalendarEvent, IconFileText, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOfPage } from '#contract/operations/app-pages.ts';
import { type SearchResult, searches } from '#contract/site/search.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { plainDay } from '#web/lib/dates.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { RemoteCombobox } from '#web/lib/ui/form/remote-combobox.tsx';
import classes from './search.module.css';

/** Specification, "Navbar search results". */
const maxResults = 20;
const debounceMs = 200;

const icons = {
  contact: IconUser,
  event: IconCalendarEvent,
  person: IconUserCircle,
  page: IconFileText,
} as const;

interface Props {
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Shown at the end of the empty field, such as the keyboard shortcut. */
  hint?: ReactNode;
  /** On phones, the search is inside a dialog and takes the focus. */
  inSheet?: boolean;
  onNavigate?: () => void;
}

export function AppSearchBox({ inputRef, hint, inSheet = false, onNavigate }: Props) {
  const { t } = useTranslation();
  const router = useRouter();
  const [words, setWords] = useState('');
  const latest = useRef('');

  function type(typed: string): void {
    latest.current = typed;
    setWords(typed);
  }

  function openResult(result: SearchResult): void {
    const target = targetOf(result);
    type('');
    if (!target) return;
    onNavigate?.();
    router.history.push(target);
  }

  /** Search again: the results on screen may belong to earlier text. */
  async function openBest(): Promise<void> {
    const typed = words.trim();
    if (!typed) return;
    const { searches } = await queryClient.fetchQuery(found(typed));
    const best = searches.find((result) => targetOf(result));
    if (best && latest.current.trim() === typed) openResult(best);
  }

  return (
    <RemoteCombobox
      field={{
        ref: inputRef,
        type: 'search',
        className: classes.box,
        'aria-label': t('app.search'),
        placeholder: t('app.searchFor'),
        ...lengthOf(searches.getPaginated, 'search'),
        autoFocus: inSheet,
      }}
      value={words}
      onChange={type}
      find={found}
      optionsOf={(answer) => answer.searches.filter((result) => targetOf(result))}
      debounceMs={debounceMs}
      listLabel={t('app.results')}
      maxListHeight="min(60vh, 32rem)"
      renderOption={(result) => <Result result={result} />}
      onChoose={openResult}
      // Without a marked one, Enter takes the best. A failure has its toast.
      onEnter={() => void openBest().catch(() => undefined)}
      empty={(settled, isError) => (isError ? t('static.notLoaded') : t('app.nothingFound', { words: settled }))}
      hint={hint}
      // A sheet would cut it off.
      dropdown={{ withinPortal: inSheet, shadow: 'md', offset: 6 }}
    />
  );
}

const found = (words: string) => query(searches.getPaginated, { search: words, rowsPerPage: maxResults });

/** Returns the address of a result. A contact without its own page opens a new event with them. */
function targetOf({ kind, id, sRef }: SearchResult): string | undefined {
  const address = kind === 'page' ? addressOfPage(sRef) : sRef;
  if (address?.startsWith('/')) return address;
  return kind === 'contact' ? `/app/user/calendars?contact=${id}` : undefined;
}

/** Formats the day in a result's address, such as the day of an event. */
function dayOf(sRef: string): string | undefined {
  const date = /[?&]date=(\d{4}-\d{2}-\d{2})/.exec(sRef)?.[1];
  return date && plainDay(date);
}

function Result({ result }: { result: SearchResult }) {
  const { t } = useTranslation();
  const Icon = icons[result.kind];
  return (
    <span className={classes.result}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.text}>
        <span className={classes.name}>{result.name}</span>
        <span className={classes.more}>
          {[t(`app.kind.${result.kind}`), dayOf(result.sRef), result.phoneNumber, result.eMail]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </span>
  );
}
