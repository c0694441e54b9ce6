// Shows whether visitors can book an employee, what is missing, and the way to the person's own switches.
import { Button } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { EmployeeDetails } from '#contract/company/employee.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import { askToPublish } from './ask-to-publish.ts';
import classes from './employee.module.css';
import { partOfLack } from './employee-parts.ts';

export function PublicSection({ details }: { details: EmployeeDetails }) {
  const { t } = useTranslation();
  const { user, isImpersonated } = useCurrentUser();
  const { id, name, isProfilePublic, isCalendarPublic, obstacles, hasHours, services, path } = details;
  const isPublic = isProfilePublic && isCalendarPublic;
  const state = isPublic ? 'bookable' : isProfilePublic ? 'found' : 'hidden';
  const hints = [!hasHours && 'hours', services === 0 && 'services'] as const;
  const isOwn = id === user.id;
  return (
    <Section id="public" title={t('myAccount.profilePublic')}>
      <p className={classes.state}>{t(`employee.${state}`, { name })}</p>
      <ul className={classes.lacks}>
        {obstacles.map((obstacle) => (
          <li key={obstacle} data-must>
            <IconAlertCircle size={18} stroke={1.75} aria-hidden />
            {t(`employee.lacks.${obstacle}`)}
          </li>
        ))}
        {hints.map(
          (hint) =>
            hint && (
              <li key={hint}>
                <IconInfoCircle size={18} stroke={1.75} aria-hidden />
                <span>
                  {t(`employee.lacks.${hint}`)}{' '}
                  <Link
                    to="/app/company/employees/$id"
                    params={{ id }}
                    hash={partOfLack(hint)}
                    className={classes.link}
                  >
                    {t(`list.users.next.${hint}`)}
                  </Link>
                </span>
              </li>
            ),
        )}
      </ul>
      {!isPublic && <p className={formClasses.hint}>{t(isOwn ? 'employee.yours' : 'employee.theirs')}</p>}
      <div className={classes.acts}>
        {isOwn && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/app/user/my-account" hash="visibility" {...props} />}
          >
            {t('employee.switches')}
          </Button>
        )}
        {!isOwn && !isPublic && !isImpersonated && obstacles.length === 0 && (
          <Button variant="default" onClick={() => askToPublish({ id, name })}>
            {t('employee.publish')}
          </Button>
        )}
        {isProfilePublic && path && (
          <a className={classes.link} href={path}>
            {t('myAccount.viewProfile')}
          </a>
        )}
      </div>
    </Section>
  );
}
