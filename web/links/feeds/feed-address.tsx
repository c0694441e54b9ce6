// The address of a feed, in each form that a calendar program takes: a link, a code for a phone, and the text.
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#web/lib/ui/copy-text.ts';
import { QrCode } from '#web/lib/ui/picture/qr-code.tsx';
import classes from './feeds.module.css';

export function FeedAddress({ address }: { address: string }) {
  const { t } = useTranslation();
  // Programs subscribe to this scheme; by https they would import the file once.
  const subscription = address.replace(/^https?:/, 'webcal:');
  return (
    <div className={classes.address}>
      <Button component="a" href={subscription} leftSection={<IconCalendarPlus size={18} stroke={1.75} />}>
        {t('feeds.open')}
      </Button>
      <p className={classes.hint}>{t('feeds.scan')}</p>
      <div className={classes.code}>
        <QrCode text={subscription} label={t('feeds.qr')} />
      </div>
      <TextInput
        label={t('feeds.address')}
        value={address}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
        rightSectionWidth={44}
        rightSection={
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={t('feeds.copy')}
            onClick={() => void copyText(address, t('feeds.copied'), t('feeds.notCopied'))}
          >
            <IconCopy size={18} stroke={1.75} />
          </ActionIcon>
        }
      />
      <p className={classes.hint}>{t('feeds.secret')}</p>
      <p className={classes.hint}>{t('feeds.slow')}</p>
    </div>
  );
}
