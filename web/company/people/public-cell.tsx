// Whether visitors find and book an employee, and the next step towards that at a tap.
import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { publicObstacles } from '#contract/company/employee.ts';
import type { companyEmployees } from '#contract/company/people.ts';
import type { RowOf } from '#contract/lib/resource.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Mark } from '#web/lib/grid/mark.tsx';
import { askToPublish } from './ask-to-publish.ts';
import classes from './employee.module.css';
import { partOfLack } from './employee-parts.ts';

export type EmployeeRow = RowOf<(typeof companyEmployees)['declared']>;

const colours = { bookable: 'green', found: 'blue', hidden: 'inverse' } as const;

export function PublicCell({ person, isAdmin }: { person: EmployeeRow; isAdmin: boolean }) {
  const { t } = useTranslation();
  const { user, isImpersonated } = useCurrentUser();
  const { id, name, visibility, missing } = person;
  const isOwn = id === user.id;
  const isBookable = visibility === 'bookable';
  // Visitors can book a public calendar also at the usual hours, and without a service.
  const lack = missing.find((one) => !isBookable || publicObstacles.some((obstacle) => obstacle === one));
  const mayPublish = isAdmin && !lack && !isBookable;
  return (
    <span className={classes.public}>
      <Mark colour={colours[visibility]}>{t(`list.users.option.visibility.${visibility}`)}</Mark>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only stops the click from opening the row. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <span onClick={(event) => event.stopPropagation()}>
        {isAdmin && lack && (
          <Step to={{ to: '/app/company/employees/$id', params: { id }, hash: partOfLack(lack) }}>
            {t(`list.users.next.${lack}`)}
          </Step>
        )}
        {mayPublish && isOwn && (
          <Step to={{ to: '/app/user/my-account', hash: 'visibility' }}>{t('list.users.next.publish')}</Step>
        )}
        {mayPublish && !isOwn && !isImpersonated && (
          <Button variant="subtle" size="compact-sm" onClick={() => askToPublish({ id, name })}>
            {t('list.users.next.publish')}
          </Button>
        )}
      </span>
    </span>
  );
}

function Step({ to, children }: { to: LinkProps; children: string }) {
  return (
    <Button variant="subtle" size="compact-sm" renderRoot={(props) => <Link {...to} {...props} />}>
      {children}
    </Button>
  );
}
