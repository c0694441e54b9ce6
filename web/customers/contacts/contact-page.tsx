// A customer's card: how to reach them, their visits, preferences, notes, consent and messages.
import { Button, Menu, Skeleton } from '@mantine/core';
import { IconArrowsJoin, IconCalendarPlus, IconDots, IconEdit, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Contact, type ContactDetails, companyContacts } from '#contract/customers/contacts.ts';
import { allows } from '#contract/lib/may.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { ConsentSection } from '#web/customers/consent/consent-section.tsx';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Editor } from '#web/lib/editor/editor.tsx';
import { Facts } from '#web/lib/grid/facts.tsx';
import { deleteRows } from '#web/lib/grid/row-changes.ts';
import { useLiveList } from '#web/lib/grid/use-live-list.ts';
import columns from '#web/lib/ui/page/columns.module.css';
import { Page } from '#web/lib/ui/page/page.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { PhoneLink } from '#web/lib/ui/phone-link.tsx';
import { AppointmentsSection, type DrawPayment } from './appointments-section.tsx';
import { contactEditor } from './contact-editor.tsx';
import classes from './contacts.module.css';
import { MergeDialog } from './merge-dialog.tsx';
import { MergesSection } from './merges-section.tsx';
import { MessagesSection } from './messages-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { TagList } from './tag-list.tsx';

const { operations } = companyContacts;
/** Typed for the components of any list. */
const contacts = companyContacts as unknown as AnyResource;

export function ContactPage({ payment }: { payment: DrawPayment }) {
  const { id } = useParams({ from: '/app/company/contacts/$id' });
  return <LoadedContact key={id} id={id} payment={payment} />;
}

function LoadedContact({ id, payment }: { id: string; payment: DrawPayment }) {
  const { t } = useTranslation();
  const [dialog, open] = useState<CardDialog>();
  const search = useSearch({ from: '/app/company/contacts/$id' });
  const read = useQuery({
    ...query(operations.getCard, { id }),
    queryFn: ({ signal }) => call(operations.getCard, { id }, { signal, handlesErrors: [404, 417] }),
  });
  useLiveList(contacts);
  const isGone = read.error instanceof CallError && [404, 417].includes(read.error.status);
  // Deleted elsewhere while it is edited here: what was typed stays, and the editor says so.
  const card = isGone && dialog !== 'edit' ? undefined : read.data;
  // The card of a merged customer leads to the one they were merged into.
  if (card && card.contact.id !== id) {
    return <Navigate to="/app/company/contacts/$id" params={{ id: card.contact.id }} search={search} replace />;
  }
  if (card) return <Card card={card} visitId={search.visit} payment={payment} dialog={dialog} open={open} />;
  return (
    <Page title={isGone ? t('customers.gone') : t('customers.customer')} kicker={<BackLink />}>
      {isGone && <p>{t('customers.goneText')}</p>}
      {read.isError && !isGone && <TryAgain onRetry={() => void read.refetch()} />}
      {read.isPending && (
        <div className={columns.columns} role="status" aria-label={t('app.loading')}>
          <Skeleton height={320} />
          <Skeleton height={320} />
        </div>
      )}
    </Page>
  );
}

function BackLink() {
  const { t } = useTranslation();
  return (
    <Link to={'/app/company/contacts' as string} className={classes.back}>
      {t('list.contacts.title')}
    </Link>
  );
}

type CardDialog = 'edit' | 'merge' | undefined;

interface CardProps {
  card: ContactDetails;
  visitId?: string | undefined;
  payment: DrawPayment;
  dialog: CardDialog;
  open: (dialog: CardDialog) => void;
}

function Card({ card, visitId, payment, dialog, open }: CardProps) {
  const { t } = useTranslation();
  const { contact } = card;
  const isAdmin = allows(useCurrentUser().actions, operations.merge.may);
  const close = () => open(undefined);
  return (
    <Page
      title={contact.name}
      kicker={<BackLink />}
      lead={<Reach contact={contact} />}
      actions={
        <div className={classes.actions}>
          <Button
            leftSection={<IconCalendarPlus size={16} stroke={1.75} />}
            renderRoot={(props) => <Link to="/app/user/calendars" search={{ contact: contact.id }} {...props} />}
          >
            {t('customers.book')}
          </Button>
          <Button variant="default" leftSection={<IconEdit size={16} stroke={1.75} />} onClick={() => open('edit')}>
            {t('grid.edit')}
          </Button>
          {isAdmin && (
            <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
              <Menu.Target>
                <Button variant="default" px="xs" aria-label={t('grid.actionsOf', { name: contact.name })}>
                  <IconDots size={18} stroke={1.75} />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconArrowsJoin size={16} stroke={1.75} />} onClick={() => open('merge')}>
                  {t('customers.merge')}
                </Menu.Item>
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} stroke={1.75} />}
                  onClick={() => void deleteRows(contacts, [contact])}
                >
                  {t('grid.delete')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      }
    >
      <div className={columns.column}>
        <NotesSection contact={contact} />
        <div className={columns.columns}>
          <div className={columns.column}>
            <AppointmentsSection contact={contact} visitId={visitId} payment={payment} />
            {isAdmin && <MessagesSection contact={contact} />}
          </div>
          <div className={columns.column}>
            <Section id="customer-details" title={t('customers.details')}>
              <Facts
                resource={contacts}
                row={contact}
                fields={['language', 'preferredChannel', 'birthday', 'visitsCount', 'spent', 'noShows', 'createdAt']}
              />
            </Section>
            <ConsentSection contactId={contact.id} consents={card.consents} />
            {card.sameAddress.length > 0 && (
              <Section id="customer-same" title={t('customers.sameAddresses')}>
                <ul className={classes.list}>
                  {card.sameAddress.map(({ id, name, eMail, phoneNumber }) => (
                    <li key={id}>
                      <Link to="/app/company/contacts/$id" params={{ id }}>
                        {name}
                      </Link>
                      <span className={classes.more}>{[phoneNumber, eMail].filter(Boolean).join(' · ')}</span>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
            {card.merges.length > 0 && <MergesSection merges={card.merges} canUndo={isAdmin} />}
          </div>
        </div>
      </div>
      {dialog === 'edit' && (
        <Editor resource={contacts} row={contact} {...contactEditor} onClose={close} onSaved={close} />
      )}
      {dialog === 'merge' && <MergeDialog contact={contact} offered={card.sameAddress} onClose={close} />}
    </Page>
  );
}

function Reach({ contact: { phoneNumber, eMail, tags } }: { contact: Contact }) {
  const { t } = useTranslation();
  return (
    <span className={classes.reach}>
      {phoneNumber && <PhoneLink number={phoneNumber} />}
      {eMail && <a href={`mailto:${eMail}`}>{eMail}</a>}
      {!phoneNumber && !eMail && <span>{t('customers.noAddress')}</span>}
      {tags.length > 0 && <TagList tags={tags} />}
    </span>
  );
}
