// The customers of the company.
import { Button } from '@mantine/core';
import { IconArrowsJoin, IconFileImport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Contact, companyContacts } from '#contract/customers/contacts.ts';
import { allows } from '#contract/lib/may.ts';
import { ImportDialog } from '#web/customers/import/import-dialog.tsx';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { shortDay, visitorZone } from '#web/lib/dates.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { contactEditor } from './contact-editor.tsx';
import classes from './contacts.module.css';
import { MergeDialog } from './merge-dialog.tsx';
import { TagList } from './tag-list.tsx';

export function ContactsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayImport = allows(useCurrentUser().actions, companyContacts.operations.import.may);
  const mayMerge = allows(useCurrentUser().actions, companyContacts.operations.merge.may);
  const [isImporting, setImporting] = useState(false);
  const [merging, setMerging] = useState<[Contact, Contact]>();
  return (
    <>
      <Grid
        resource={companyContacts}
        columns={[
          { field: 'name', width: 156 },
          { field: 'phoneNumber', width: 144 },
          { field: 'eMail', width: 150 },
          { field: 'tags', width: 135, cell: ({ tags }) => <TagList tags={tags} isOneLine /> },
          { field: 'lastVisit', width: 108, cell: ({ lastVisit }) => <VisitDay at={lastVisit} /> },
          { field: 'visitsCount', width: 78 },
          { field: 'spent', width: 95 },
          { field: 'nextVisit', hidden: true, cell: ({ nextVisit }) => <VisitDay at={nextVisit} /> },
          { field: 'noShows', hidden: true },
          { field: 'language', hidden: true },
          { field: 'preferredChannel', hidden: true },
          { field: 'birthday', hidden: true },
          { field: 'notes', hidden: true },
          { field: 'createdAt', hidden: true },
        ]}
        bulkActions={
          mayMerge
            ? [
                {
                  label: t('customers.merge'),
                  icon: IconArrowsJoin,
                  isFor: (rows) => rows.length === 2,
                  run: async (rows) => setMerging(rows as [Contact, Contact]), // Rows of this list, two by `isFor`.
                },
              ]
            : []
        }
        {...contactEditor}
        openPage={({ id }) => void navigate({ to: '/app/company/contacts/$id', params: { id } })}
        tools={
          mayImport && (
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} stroke={1.75} />}
              onClick={() => setImporting(true)}
            >
              {t('customers.import')}
            </Button>
          )
        }
      />
      {merging && <MergeDialog contact={merging[0]} other={merging[1]} onClose={() => setMerging(undefined)} />}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

/** The time of day matters only on the card. */
function VisitDay({ at }: { at: string | null }) {
  if (!at) return <span className={classes.quiet}>–</span>;
  return <span className="figures">{shortDay(at, visitorZone())}</span>;
}
