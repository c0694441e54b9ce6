// The customer of a basket.
import { ActionIcon, Button } from '@mantine/core';
import { IconUser, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visits } from '#contract/booking/visits.ts';
import { query } from '#web/lib/client/client.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { RemoteCombobox } from '#web/lib/ui/form/remote-combobox.tsx';
import classes from './basket.module.css';

interface Customer {
  contactId: string | null;
  customer: string;
}

interface Props extends Customer {
  onChange(customer: Customer): void;
  onOpen(): void;
}

export function CustomerField({ contactId, customer, onChange, onOpen }: Props) {
  const { t } = useTranslation();
  return (
    <span className={classes.customer}>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconUser size={17} stroke={1.75} aria-hidden="true" />}
        onClick={onOpen}
        classNames={{ label: classes.customerName }}
      >
        {contactId === null ? t('till.screen.chooseCustomer') : customer || t('till.screen.customer')}
      </Button>
      {contactId !== null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('till.screen.withoutCustomer')}
          onClick={() => onChange({ contactId: null, customer: '' })}
        >
          <IconX size={17} stroke={1.75} />
        </ActionIcon>
      )}
    </span>
  );
}

export function CustomerDialog({ onChoose, onClose }: { onChoose(customer: Customer): void; onClose(): void }) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  return (
    <Dialog title={t('till.screen.chooseCustomer')} onClose={onClose}>
      <RemoteCombobox
        field={{ label: t('till.screen.customer'), maxLength: 100, 'data-autofocus': true }}
        value={words}
        onChange={setWords}
        find={(search) => query(visits.findCustomers, { search })}
        optionsOf={(found) => found}
        debounceMs={250}
        listLabel={t('list.contacts.title')}
        renderOption={({ name, eMail, phoneNumber }) => (
          <span>
            {name || eMail || phoneNumber}
            <span className={classes.note}>{[phoneNumber, eMail].filter(Boolean).join(' · ')}</span>
          </span>
        )}
        onChoose={({ id, name, eMail, phoneNumber }) =>
          onChoose({ contactId: id, customer: name || eMail || phoneNumber })
        }
        empty={(settled, isError) => (isError ? t('static.notLoaded') : t('app.nothingFound', { words: settled }))}
      />
    </Dialog>
  );
}
