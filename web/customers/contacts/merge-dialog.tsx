// Merges a customer with another: finds the other one, chooses who stays, and shows the result field by field.
import { Radio, SegmentedControl, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ContactField, contactFieldNames } from '#contract/customers/contact-fields.ts';
import { type Contact, companyContacts, type NamedContact } from '#contract/customers/contacts.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { searches } from '#contract/site/search.ts';
import { call, query } from '#web/lib/client/client.ts';
import { formatField } from '#web/lib/grid/format-value.ts';
import { fieldLabel } from '#web/lib/grid/list-text.ts';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { RemoteCombobox } from '#web/lib/ui/form/remote-combobox.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './contacts.module.css';
import { refreshCustomers } from './refresh-customers.ts';
import { undoMerge } from './undo-merge.ts';

const { operations } = companyContacts;
const contacts = companyContacts as unknown as AnyResource;

interface Props {
  contact: Contact;
  /** Customers with the same address, offered first. */
  offered?: readonly NamedContact[];
  /** The other one, where it is chosen already. */
  other?: NamedContact;
  onClose: () => void;
}

export function MergeDialog({ contact, offered, other, onClose }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState(other?.name ?? '');
  const [otherId, setOther] = useState(other?.id);
  return (
    <LargeDialog title={t('customers.mergeTitle', { name: contact.name })} size="lg" onClose={onClose}>
      <RemoteCombobox
        field={{
          label: t('customers.mergeWith'),
          description: t('customers.mergeHint'),
          'data-autofocus': !other || undefined,
        }}
        value={words}
        onChange={setWords}
        find={(search) => query(searches.getPaginated, { search, kind: 'contact', rowsPerPage: 10 })}
        optionsOf={(answer) => answer.searches.filter(({ id }) => id !== contact.id)}
        offered={words === '' ? offered : undefined}
        debounceMs={250}
        listLabel={t('list.contacts.title')}
        renderOption={({ name, eMail, phoneNumber }) => (
          <span>
            {name}
            <span className={classes.more}>{[phoneNumber, eMail].filter(Boolean).join(' · ')}</span>
          </span>
        )}
        onChoose={({ id, name }) => {
          setOther(id);
          setWords(name);
        }}
        empty={(settled, isError) => (isError ? t('static.notLoaded') : t('app.nothingFound', { words: settled }))}
      />
      {otherId ? (
        <Comparison key={otherId} contact={contact} otherId={otherId} onClose={onClose} />
      ) : (
        <IdleFoot onClose={onClose} />
      )}
    </LargeDialog>
  );
}

/** While there is nothing to merge with. */
function IdleFoot({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation();
  return (
    <DialogFoot
      isSticky
      confirmLabel={t('customers.merge')}
      isBusy={false}
      disabled
      onConfirm={() => {}}
      onCancel={onClose}
    />
  );
}

function Comparison({ contact, otherId, onClose }: { contact: Contact; otherId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const read = useQuery(query(operations.getById, { id: otherId }));
  const other = read.data;
  const [keepsOther, setKeepsOther] = useState(false);
  const [taken, setTaken] = useState<readonly ContactField[]>([]);
  const merge = useMutation({
    mutationFn: ([kept, merged]: [Contact, Contact]) =>
      call(operations.merge, { contactId: kept.id, mergedId: merged.id, take: [...taken] }),
    async onSuccess({ id }, [kept, merged]) {
      const undo = { label: t('grid.undo'), run: () => void undoMerge(id) };
      toast('success', t('customers.merged', { name: merged.name, kept: kept.name }), undo);
      onClose();
      await navigate({ to: '/app/company/contacts/$id', params: { id: kept.id }, replace: true });
      await refreshCustomers();
    },
  });
  if (!other) {
    return (
      <>
        {read.isError ? (
          <TryAgain onRetry={() => void read.refetch()} />
        ) : (
          <Skeleton height={320} mt="md" role="status" aria-label={t('app.loading')} />
        )}
        <IdleFoot onClose={onClose} />
      </>
    );
  }
  const [kept, merged] = keepsOther ? [other, contact] : [contact, other];
  const show = (from: Contact, field: ContactField) => formatField(contacts, field, from[field]);
  // Empty fields are filled, and notes joined, without a question.
  const isChoice = (field: ContactField) =>
    field !== 'notes' && isGiven(merged[field]) && isGiven(kept[field]) && kept[field] !== merged[field];
  const valueAfter = (field: ContactField) => {
    if (taken.includes(field) || !isGiven(kept[field])) return show(merged, field);
    const isJoined = field === 'notes' && merged.notes && merged.notes !== kept.notes;
    return isJoined ? `${kept.notes}\n\n${merged.notes}` : show(kept, field);
  };
  return (
    <>
      <p className={classes.label} id="merge-keeps">
        {t('customers.whoStays')}
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby="merge-keeps"
        value={kept.id}
        onChange={(id) => {
          setKeepsOther(id === other.id);
          setTaken([]);
        }}
        data={[contact, other].map(({ id, name, eMail, phoneNumber }) => ({
          value: id,
          label: [name, contact.name === other.name && (eMail || phoneNumber)].filter(Boolean).join(' · '),
        }))}
      />
      <dl className={classes.comparison}>
        {contactFieldNames.map((field) => (
          <div key={field}>
            <dt id={`merge-${field}`}>{fieldLabel(contacts, field)}</dt>
            <dd>
              {isChoice(field) ? (
                <Radio.Group
                  aria-labelledby={`merge-${field}`}
                  value={taken.includes(field) ? 'merged' : 'kept'}
                  onChange={(side) =>
                    setTaken(side === 'merged' ? [...taken, field] : taken.filter((one) => one !== field))
                  }
                >
                  <Radio value="kept" label={show(kept, field)} />
                  <Radio value="merged" label={show(merged, field)} mt={6} />
                </Radio.Group>
              ) : (
                <span className={classes.notes}>{valueAfter(field) || '–'}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.quiet}>{t('customers.mergeMoves', { name: merged.name, kept: kept.name })}</p>
      <DialogFoot
        isSticky
        confirmLabel={t('customers.merge')}
        isBusy={merge.isPending}
        onConfirm={() => merge.mutate([kept, merged])}
        onCancel={onClose}
      />
    </>
  );
}

function isGiven(value: unknown): boolean {
  return value !== '' && value !== null && value !== undefined && value !== 'any';
}
