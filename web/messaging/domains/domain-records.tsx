// The records of one domain: what is there, whether it is as it should be, and what to add.
import { ActionIcon, Badge, Skeleton, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedDomain } from '#contract/messaging/sender-domains.ts';
import { copyText } from '#web/lib/ui/copy-text.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import classes from './domain-records.module.css';

type Checked = CheckedDomain['records'][number];

const colours: Record<Checked['state'], string> = {
  good: 'green',
  missing: 'red',
  unsure: 'orange',
  weak: 'orange',
  wrong: 'red',
  unreachable: 'gray',
};

export function DomainRecords({ records }: { records: readonly Checked[] }) {
  return (
    <div className={classes.records}>
      {records.map((record) => (
        <RecordCard key={record.kind} {...record} />
      ))}
    </div>
  );
}

export function RecordsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.records} role="status" aria-label={t('domains.looking')}>
      {[0, 1, 2, 3].map((index) => (
        <Skeleton key={index} height={120} />
      ))}
    </div>
  );
}

function RecordCard({ kind, name, state, found, expected }: Checked) {
  const { t } = useTranslation();
  return (
    <Section
      id={kind}
      title={t(`domains.title.${kind}`)}
      action={
        <Badge variant="dot" color={colours[state]} tt="none" fw={500}>
          {t(`domains.state.${state}`)}
        </Badge>
      }
    >
      <p className={classes.words}>{t(`domains.words.${kind}.${state}`)}</p>
      <p className={classes.name}>
        <code>
          {name} {kind === 'mx' ? 'MX' : 'TXT'}
        </code>
      </p>
      {found.length > 0 && (
        <Part label={t('domains.found')}>
          {found.map((value) => (
            <Copied key={value} value={value} />
          ))}
        </Part>
      )}
      {expected && (
        <Part label={t('domains.expected')}>
          <Copied value={expected} />
        </Part>
      )}
    </Section>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <h3 className={classes.label}>{label}</h3>
      {children}
    </>
  );
}

function Copied({ value }: { value: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.value}>
      <code>{value}</code>
      <Tooltip label={t('domains.copy')} withArrow>
        <ActionIcon
          variant="subtle"
          aria-label={t('domains.copy')}
          onClick={() => void copyText(value, t('domains.copied'))}
        >
          <IconCopy size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
