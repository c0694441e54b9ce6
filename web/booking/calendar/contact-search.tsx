// The search box of the event dialog: finds a contact and copies it into the event.
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SearchResult, searches } from '#contract/site/search.ts';
import { query } from '#web/lib/client/client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import classes from './contact-search.module.css';

/** Page size (specification, "Contact search page size"). */
const rowsPerPage = 10;
const debounceMs = 250;

interface Props {
  value: string;
  disabled?: boolean;
  onChange: (search: string) => void;
  onChoose: (contact: SearchResult) => void;
}

/** Enter without a highlighted contact submits the form. */
export function ContactSearch({ value, disabled, onChange, onChoose }: Props) {
  const { t } = useTranslation();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  // Only typed text starts a search; the name of a chosen contact does not.
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed.trim(), debounceMs);
  const found = useQuery({
    ...query(searches.getPaginated, { search: debounced, kind: 'contact', pageNr: 1, rowsPerPage }),
    enabled: debounced !== '',
    placeholderData: keepPreviousData,
  });
  const contacts = debounced && typed.trim() ? (found.data?.searches ?? []) : [];

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const contact = contacts.find((one) => one.id === id);
        combobox.closeDropdown();
        setTyped('');
        if (contact) onChoose(contact);
      }}
    >
      <Combobox.Target>
        <TextInput
          label={t('calendar.contactSearch')}
          description={t('calendar.contactSearchHint')}
          id="event-search"
          autoComplete="off"
          {...lengthOf(searches.getPaginated, 'search')}
          disabled={disabled}
          value={value}
          leftSection={<IconSearch size={17} stroke={1.75} aria-hidden="true" />}
          rightSection={found.isFetching && typed ? <Loader size={16} /> : null}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
          data-autofocus
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={contacts.length === 0}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t('calendar.contacts')}>
          {contacts.map((contact) => (
            <Combobox.Option key={contact.id} value={contact.id}>
              <span className={classes.name}>{contact.name || contact.eMail || contact.phoneNumber}</span>
              <span className={classes.more}>{[contact.phoneNumber, contact.eMail].filter(Boolean).join(' · ')}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
