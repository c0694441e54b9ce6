// The search box of the event dialog: existing contacts, to be taken over into the event.
import { useTranslation } from 'react-i18next';
import { type SearchResult, searches } from '#contract/site/search.ts';
import { query } from '#web/lib/client/client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { RemoteCombobox } from '#web/lib/ui/remote-combobox.tsx';
import classes from './contact-search.module.css';

/** Page size (specification, "Contact search page size"). */
const rowsPerPage = 10;
const debounceMs = 250;

interface Props {
  value: string;
  onChange: (search: string) => void;
  onChoose: (contact: SearchResult) => void;
}

/** Enter without a marked contact is left to the form, which saves. */
export function ContactSearch({ value, onChange, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <RemoteCombobox
      field={{
        id: 'event-search',
        label: t('calendar.contactSearch'),
        description: t('calendar.contactSearchHint'),
        ...lengthOf(searches.getPaginated, 'search'),
        'data-autofocus': true,
      }}
      value={value}
      onChange={onChange}
      find={(words) => query(searches.getPaginated, { search: words, kind: 'contact', pageNr: 1, rowsPerPage })}
      optionsOf={(answer) => answer.searches}
      debounceMs={debounceMs}
      listLabel={t('calendar.contacts')}
      renderOption={({ name, eMail, phoneNumber }) => (
        <>
          <span className={classes.name}>{name || eMail || phoneNumber}</span>
          <span className={classes.more}>{[phoneNumber, eMail].filter(Boolean).join(' · ')}</span>
        </>
      )}
      onChoose={onChoose}
    />
  );
}
