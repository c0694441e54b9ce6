// The search box of the event dialog: customers, to be taken over into the appointment, and a new one.
import { useTranslation } from 'react-i18next';
import type { FoundCustomer } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import { query } from '#web/lib/client/client.ts';
import { shortDay, visitorZone } from '#web/lib/dates.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { RemoteCombobox } from '#web/lib/ui/form/remote-combobox.tsx';
import classes from './customer-search.module.css';

const debounceMs = 250;

interface Props {
  /** The hint is for screen readers alone. */
  isCompact: boolean;
  value: string;
  onChange: (search: string) => void;
  onChoose: (customer: FoundCustomer) => void;
  /** Starts a new customer with the words of the search. */
  onNew: (words: string) => void;
}

/** The last option stands for a new customer. */
type Option = FoundCustomer | { isNew: true };

/** Enter without a marked customer is left to the form, which saves. */
export function CustomerSearch({ isCompact, value, onChange, onChoose, onNew }: Props) {
  const { t } = useTranslation();
  return (
    <RemoteCombobox
      field={{
        id: 'event-search',
        label: t('calendar.contactSearch'),
        description: t('calendar.contactSearchHint'),
        descriptionProps: { className: isCompact ? 'unseen' : undefined },
        ...lengthOf(visits.findCustomers, 'search'),
        'data-autofocus': true,
      }}
      value={value}
      onChange={onChange}
      find={(search) => query(visits.findCustomers, { search })}
      optionsOf={(found): readonly Option[] => [...found, { isNew: true }]}
      debounceMs={debounceMs}
      listLabel={t('calendar.contacts')}
      renderOption={(option) =>
        'isNew' in option ? (
          <span className={classes.name}>{t('desk.newCustomer', { name: value.trim() })}</span>
        ) : (
          <>
            <span className={classes.name}>{option.name || option.eMail || option.phoneNumber}</span>
            <span className={classes.more}>{describe(option)}</span>
          </>
        )
      }
      onChoose={(option) => ('isNew' in option ? onNew(value.trim()) : onChoose(option))}
    />
  );

  function describe({ phoneNumber, eMail, lastVisit }: FoundCustomer): string {
    const last = lastVisit ? t('desk.lastVisit', { day: shortDay(lastVisit, visitorZone()) }) : t('desk.noVisit');
    return [phoneNumber, eMail, last].filter(Boolean).join(' · ');
  }
}
