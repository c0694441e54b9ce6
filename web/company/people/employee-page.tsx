// Sets up one employee in one place: person and picture, hours and services, locations and permissions.
import { Skeleton } from '@mantine/core';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { companyEmployee, type EmployeeDetails } from '#contract/company/employee.ts';
import { PictureSection } from '#web/identity/account/picture-section.tsx';
import { RightsSection } from '#web/identity/grants/rights-section.tsx';
import { CallError, call } from '#web/lib/client/client.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { PartLinks } from '#web/lib/ui/page/part-links.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './employee.module.css';
import { EmployeeForm } from './employee-form.tsx';
import { type EmployeePart, employeePartOf, employeeParts } from './employee-parts.ts';
import { cacheEmployee, employeeQuery } from './employee-query.ts';
import { PublicSection } from './public-section.tsx';

/** `calendarSetup` belongs to booking, an area above this one. The routes join the two. */
type DrawCalendarSetup = (calendarId: string) => ReactNode;

export function EmployeePage({ calendarSetup }: { calendarSetup: DrawCalendarSetup }) {
  const { id } = useParams({ from: '/app/company/employees/$id' });
  return <LoadedEmployee key={id} id={id} calendarSetup={calendarSetup} />;
}

function LoadedEmployee({ id, calendarSetup }: { id: string; calendarSetup: DrawCalendarSetup }) {
  const { t } = useTranslation();
  const part = employeePartOf(useLocation({ select: ({ hash }) => hash }));
  const read = useQuery(employeeQuery(id));
  // Every change that this page saves may end what the profile lacks.
  const isSaving = useIsMutating() > 0;
  const { refetch } = read;
  useEffect(() => {
    if (!isSaving && part === 'person') void refetch();
  }, [isSaving, part, refetch]);
  const isGone = read.error instanceof CallError && [404, 417].includes(read.error.status);
  const back = (
    <Link to={'/app/company/employees' as string} className={classes.back}>
      {t('list.users.title')}
    </Link>
  );
  if (!read.data || isGone) {
    return (
      <Page title={t(isGone ? 'employee.gone' : 'employee.title')} kicker={back} width="52rem">
        {isGone && <p>{t('employee.goneText')}</p>}
        {read.isError && !isGone && <TryAgain onRetry={() => void read.refetch()} />}
        {read.isPending && <Skeleton height={420} role="status" aria-label={t('app.loading')} />}
      </Page>
    );
  }
  const names = {
    person: t('employee.person'),
    availability: t('myAccount.availability'),
    rights: t('list.grants.tab'),
  } satisfies Record<EmployeePart, string>;
  return (
    <Page title={read.data.name} kicker={back} lead={read.data.profession} width="52rem">
      <PartLinks
        label={t('myAccount.sections')}
        parts={employeeParts.map((id) => ({ id, name: names[id] }))}
        current={part}
      />
      <div className={classes.sections}>
        {part === 'person' && <PersonPart details={read.data} />}
        {part === 'availability' && read.data.calendarId && calendarSetup(read.data.calendarId)}
        {part === 'rights' && (
          <RightsSection id="permissions" title={names.rights} userId={id} kinds={['actions', 'groups', 'pages']} />
        )}
      </div>
    </Page>
  );
}

function PersonPart({ details }: { details: EmployeeDetails }) {
  const { t } = useTranslation();
  const { id, name, pictureId } = details;
  const picture = {
    pictureId,
    name,
    save: async (uploaded: string | undefined) =>
      cacheEmployee(await call(companyEmployee.setPicture, { id, pictureId: uploaded }, { handlesErrors: true })),
    savedText: t('employee.pictureSaved', { name }),
    removeTitle: t('employee.removePictureTitle', { name }),
  };
  return (
    <>
      <PublicSection details={details} />
      <EmployeeForm details={details} />
      <RightsSection id="locations" title={t('list.users.field.locations')} userId={id} kinds={['locations']} />
      <PictureSection target={picture} />
    </>
  );
}
