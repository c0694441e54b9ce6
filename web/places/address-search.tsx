// The search box of the map location modal: places while one types, the whole address on Enter.
import { IconMapPin } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FoundPlace, geolocations } from '#contract/places.ts';
import { call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { RemoteCombobox } from '#web/lib/ui/form/remote-combobox.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './location-picker.module.css';

const debounceMs = 300;
const minLength = 2;
const limit = 7;

interface Props {
  /** The address to begin with: it is searched for at once. */
  address?: string | undefined;
  /** `text` is what was searched for. */
  onChoose(place: FoundPlace, text: string): void;
  /** Nothing was found for the address to begin with. */
  onMissing(): void;
}

export function AddressSearch({ address = '', onChoose, onMissing }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(address);
  /** The places of the whole address, where there are several. */
  const [offered, setOffered] = useState<readonly FoundPlace[]>();
  const [isSearching, setSearching] = useState(false);

  function choose(place: FoundPlace): void {
    setText(place.lineAddress);
    setOffered(undefined);
    onChoose(place, text);
  }

  /** Searches the full address. Takes a single result; offers several. */
  async function searchFullText(isFirst = false): Promise<void> {
    const fullText = text.trim();
    if (!fullText || isSearching) return;
    setSearching(true);
    try {
      const answer = await call(geolocations.search, { text: fullText, limit, whole: true }, { handlesErrors: true });
      const [first] = answer;
      if (!first && isFirst) onMissing();
      else if (!first) toast('warning', t('picker.notFound'));
      else if (answer.length === 1) choose(first);
      else setOffered(answer);
    } catch (error) {
      showError(error, t('picker.notLoaded'));
    } finally {
      setSearching(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on opening.
  useEffect(() => {
    if (address) void searchFullText(true);
  }, []);

  return (
    <RemoteCombobox
      field={{
        label: t('picker.search'),
        description: t('picker.searchHint'),
        ...lengthOf(geolocations.search, 'text'),
        'data-autofocus': true,
      }}
      value={text}
      onChange={(typed) => {
        setText(typed);
        setOffered(undefined);
      }}
      find={(words) => ({
        queryKey: [geolocations.search.path, words, limit],
        queryFn: ({ signal }) => call(geolocations.search, { text: words, limit }, { signal, handlesErrors: true }),
        retry: false,
        staleTime: 5 * 60_000,
      })}
      optionsOf={(places) => places}
      debounceMs={debounceMs}
      minLength={minLength}
      offered={offered}
      listLabel={t('picker.places')}
      renderOption={(place) => (
        <span className={classes.option}>
          <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
          <span>{place.lineAddress}</span>
        </span>
      )}
      onChoose={choose}
      onEnter={() => void searchFullText()}
      isBusy={isSearching}
    />
  );
}
