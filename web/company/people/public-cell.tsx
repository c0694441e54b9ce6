// Whether visitors find and book an employee, and the next step towards that at a tap.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { companyEmployees } from '#contract/company/people.ts';
import { companyUsers } from '#contract/identity/company-users.ts';
import type { RowOf } from '#contract/lib/resource.ts';
import { actAs } from '#web/identity/impersonation/impersonate-action.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Mark } from '#web/lib/grid/mark.tsx';
import classes from './employee.module.css';
import { partOfLack } from './employee-parts.ts';

export type EmployeeRow = RowOf<(typeof companyEmployees)['declared']>;

/** The account of the person, where two switches publish profile and calendar. */
export const publicSwitches = '/app/user/my-account#visibility';

const colours = { bookable: 'green', found: 'blue', hidden: 'inverse' } as const;

export function PublicCell({ person, isAdmin }: { person: EmployeeRow; isAdmin: boolean }) {
  const { t } = useTranslation();
  const { user, isImpersonated } = useCurrentUser();
  const { id, name, visibility, missing } = person;
  const [lack] = missing;
  const isOwn = id === user.id;
  return (
    <span className={classes.public}>
      <Mark colour={colours[visibility]}>{t(`list.users.option.visibility.${visibility}`)}</Mark>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only stops the click from opening the row. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <span onClick={(event) => event.stopPropagation()}>
        {isAdmin && lack && (
          <Button
            variant="subtle"
            size="compact-sm"
            renderRoot={(props) => (
              <Link to="/app/company/employees/$id" params={{ id }} hash={partOfLack(lack)} {...props} />
            )}
          >
            {t(`list.users.next.${lack}`)}
          </Button>
        )}
        {isAdmin && !lack && visibility !== 'bookable' && isOwn && (
          <Button
            variant="subtle"
            size="compact-sm"
            renderRoot={(props) => <Link to="/app/user/my-account" hash="visibility" {...props} />}
          >
            {t('list.users.next.publish')}
          </Button>
        )}
        {isAdmin && !lack && visibility !== 'bookable' && !isOwn && !isImpersonated && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() =>
              void actAs(
                companyUsers.impersonate,
                { id, name },
                { to: publicSwitches, text: t('employee.publishText') },
              )
            }
          >
            {t('list.users.next.publish')}
          </Button>
        )}
      </span>
    </span>
  );
}
