// The page of the link that verifies the address of a company: opening it changes nothing, only a click does.
import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { company } from '#contract/company/details.ts';
import { EntryCard } from '#web/identity/entry/entry-card.tsx';
import { CallError, call } from '#web/lib/client/client.ts';

export function VerifyCompanyPage() {
  const { t } = useTranslation();
  const { actionHash = '' } = useParams({ strict: false });
  const asked = useQuery({
    queryKey: [company.getVerification.path, actionHash],
    queryFn: () => call(company.getVerification, { actionHash }, { handlesErrors: [404, 417] }),
    retry: false,
  });
  const verify = useMutation({
    mutationFn: () => call(company.verify, { actionHash }, { handlesErrors: true }),
  });
  const title = t('entry.verifyCompanyTitle');
  if (asked.error) {
    const isGone = asked.error instanceof CallError && asked.error.status === 404;
    return (
      <EntryCard title={title} lead={isGone ? asked.error.message : t('entry.verifyCompanyFailed')}>
        <ToStart />
      </EntryCard>
    );
  }
  if (!asked.data) {
    return (
      <EntryCard title={title}>
        <Skeleton height={120} />
      </EntryCard>
    );
  }
  const { companyName, eMail, isVerified } = asked.data;
  if (isVerified || verify.isSuccess) {
    return (
      <EntryCard title={title}>
        <Alert color="green" variant="light" role="status" mb="md">
          {t('entry.verifyCompanyDone', { company: companyName, eMail })}
        </Alert>
        <ToStart />
      </EntryCard>
    );
  }
  return (
    <EntryCard title={title} lead={t('entry.verifyCompanyLead', { company: companyName, eMail })}>
      <Stack gap="md">
        {verify.error && (
          <Alert color="red" variant="light" role="alert">
            {(verify.error instanceof CallError && verify.error.message) || t('entry.verifyCompanyFailed')}
          </Alert>
        )}
        <Button size="md" color="ribbon" fullWidth loading={verify.isPending} onClick={() => verify.mutate()}>
          {t('entry.verifyCompany')}
        </Button>
      </Stack>
    </EntryCard>
  );
}

function ToStart() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/" size="md" fullWidth variant="default">
      {t('entry.toStart')}
    </Button>
  );
}
