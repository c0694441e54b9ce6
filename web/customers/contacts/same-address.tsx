// Asks, while an address or number is typed that another customer has, whether it is the same person.
import { Alert, Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyContacts, type NamedContact } from '#contract/customers/contacts.ts';
import { query } from '#web/lib/client/client.ts';

interface Address {
  name: string;
  eMail: string;
  phoneNumber: string;
}

const debounceMs = 400;
/** Shorter texts are no address. */
const minLength = 5;

interface Props extends Address {
  /** How to take the other customer. */
  take: (contact: NamedContact) => ReactNode;
}

export function SameAddress({ name, eMail, phoneNumber, take }: Props) {
  const { t } = useTranslation();
  const typed = JSON.stringify({ name, eMail, phoneNumber });
  const [settled] = useDebouncedValue(typed, debounceMs);
  const [declined, setDeclined] = useState<string>();
  const input = JSON.parse(settled) as Address;
  const key = `${input.eMail} ${input.phoneNumber}`;
  const found = useQuery({
    ...query(companyContacts.operations.findSameAddress, input),
    enabled: input.eMail.length >= minLength || input.phoneNumber.length >= minLength,
  });
  const [other] = found.data ?? [];
  if (!other || declined === key) return null;
  return (
    <Alert color="blue" variant="light" mt="md" role="status" title={t('customers.sameAddress', { name: other.name })}>
      <Group gap="sm">
        {take(other)}
        <Button size="xs" variant="default" onClick={() => setDeclined(key)}>
          {t('customers.newPerson')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Offers the card of the other customer. */
export function OpenSameAddress(address: Address) {
  const { t } = useTranslation();
  return (
    <SameAddress
      {...address}
      take={({ id, name }) => (
        <Button
          size="xs"
          variant="light"
          renderRoot={(props) => <Link to="/app/company/contacts/$id" params={{ id }} {...props} />}
        >
          {t('customers.openOther', { name })}
        </Button>
      )}
    />
  );
}
