// Tells administrators that no mail leaves the installation, and who can change that.
import { Button } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { currentLocale } from '#web/lib/locale.ts';
import classes from './mail-bar.module.css';
import { mailStatesQuery } from './mail-states.ts';

/** No live change reports that another process has a mail server (ms). */
const refetchInterval = 120_000;

export function MailBar() {
  const { actions } = useCurrentUser();
  const isAdministrator = ['admin', 'lcladmin', 'sys'].some((action) => actions.includes(action));
  return isAdministrator ? <Bar isOperator={actions.includes('sys')} /> : null;
}

function Bar({ isOperator }: { isOperator: boolean }) {
  const { t } = useTranslation();
  const { data, refetch } = useQuery({ ...mailStatesQuery, refetchInterval });
  const isMissing = data?.account === 'stored' || data?.visit === 'stored';
  // The operator may have added a server on this page.
  const isSaving = useIsMutating() > 0;
  useEffect(() => {
    if (isMissing && !isSaving) void refetch();
  }, [isMissing, isSaving, refetch]);
  if (!isMissing) return null;
  return (
    <section className={classes.bar} aria-label={t('app.noMail.title')}>
      <IconMailOff size={18} stroke={1.75} aria-hidden="true" />
      <p className={classes.text}>
        <strong>{t('app.noMail.title')}</strong> <span className={classes.long}>{t('app.noMail.text')}</span>{' '}
        {!isOperator &&
          (data.operators.length > 0
            ? t('app.noMail.ask', {
                names: new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(data.operators),
              })
            : t('app.noMail.askOperator'))}
      </p>
      {isOperator && (
        <Button component={Link} to="/app/system/email/smtps" size="compact-sm" variant="default">
          {t('app.noMail.setUp')}
        </Button>
      )}
    </section>
  );
}
