// The search field of the map location modal: suggests places while typing, searches the full address on Enter.
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMapPin, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { geolocations, type Place } from '#contract/places.ts';
import { call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import classes from './location-picker.module.css';

const debounceMs = 300;
const limit = 7;

export function AddressSearch({ onChoose }: { onChoose: (place: Place) => void }) {
  const { t } = useTranslation();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<readonly Place[]>();
  const [isAsking, setAsking] = useState(false);
  const [settled] = useDebouncedValue(text.trim(), debounceMs);
  const isOpen = combobox.dropdownOpened;
  const found = useQuery({
    queryKey: [geolocations.search.path, settled, limit],
    queryFn: ({ signal }) => call(geolocations.search, { text: settled, limit }, { signal, handlesErrors: true }),
    enabled: settled.length > 1 && isOpen && !asked,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 5 * 60_000,
  });
  const places = asked ?? (settled.length > 1 && text.trim() ? (found.data ?? []) : []);

  function choose(place: Place): void {
    setText(place.lineAddress);
    combobox.closeDropdown();
    onChoose(place);
  }

  /** Searches the full address. Takes a single result; offers several. */
  async function searchFullText(): Promise<void> {
    const fullText = text.trim();
    if (!fullText || isAsking) return;
    setAsking(true);
    try {
      const answer = await call(geolocations.search, { text: fullText, limit, whole: true }, { handlesErrors: true });
      const [first] = answer;
      if (!first) toast('warning', t('picker.notFound'));
      else if (answer.length === 1) choose(first);
      else {
        setAsked(answer);
        combobox.openDropdown();
      }
    } catch (error) {
      showError(error, t('picker.notLoaded'));
    } finally {
      setAsking(false);
    }
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        const place = places[Number(key)];
        if (place) choose(place);
      }}
    >
      <Combobox.Target>
        <TextInput
          label={t('picker.search')}
          description={t('picker.searchHint')}
          autoComplete="off"
          {...lengthOf(geolocations.search, 'text')}
          data-autofocus
          value={text}
          leftSection={<IconSearch size={17} stroke={1.75} aria-hidden="true" />}
          rightSection={isAsking || (found.isFetching && isOpen) ? <Loader size={16} /> : null}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAsked(undefined);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return;
            event.preventDefault();
            void searchFullText();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={places.length === 0}>
        <Combobox.Options mah={300} style={{ overflowY: 'auto' }} aria-label={t('picker.places')}>
          {places.map((place, index) => (
            // Several places may share an identifier, such as the parts of a street.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole.
            <Combobox.Option key={index} value={String(index)} className={classes.option}>
              <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
              <span>{place.lineAddress}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
