// The announcements of operators, and a dialog that sends one.
import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemAnnouncements } from '#contract/operations/announcements.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { AnnouncementDialog } from './announcement-dialog.tsx';

export function AnnouncementsPage() {
  const { t } = useTranslation();
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <Grid
        resource={systemAnnouncements}
        columns={[
          { field: 'createdAt', width: 165 },
          { field: 'company', width: 190 },
          { field: 'text', width: 420, wraps: true },
          { field: 'recipients', width: 110 },
          { field: 'link', width: 200, hidden: true },
        ]}
        tools={
          <Button leftSection={<IconSpeakerphone size={16} stroke={1.75} />} onClick={() => setWriting(true)}>
            {t('list.announcements.new')}
          </Button>
        }
      />
      {isWriting && <AnnouncementDialog onClose={() => setWriting(false)} />}
    </>
  );
}
