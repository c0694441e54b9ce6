// The user's company: its details, for those who may edit them, and leaving it.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { account as calls, type OwnAccount } from '#contract/identity/account.ts';
import { call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { showError } from '#web/lib/client/failures.ts';
import { clearStoredMenu } from '#web/lib/client/menu.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import classes from './my-account.module.css';

export function CompanySection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation();
  const { companyName, actions, isImpersonated } = useCurrentUser();
  const isAdmin = actions.includes('admin');
  const isLast = isAdmin && account.isLastAdmin;
  const leave = useMutation({
    mutationFn: () => call(calls.leave, {}, { handlesErrors: true }),
    onSuccess({ isSignedIn }) {
      clearStoredMenu();
      // Reload: all loaded and stored data belonged to the former session.
      location.assign(isSignedIn ? '/app/home' : '/');
    },
    onError: (error) => showError(error, t('myAccount.notLeft')),
  });
  async function confirmAndLeave() {
    const confirmed = await ask({
      title: t('myAccount.leaveTitle', { company: companyName }),
      text: t('myAccount.leaveText'),
      confirmLabel: t('myAccount.leave'),
      danger: true,
    });
    if (confirmed) leave.mutate();
  }
  return (
    <Section id="company" title={t('myAccount.company')}>
      <p className={formClasses.hint}>{t('myAccount.worksFor', { company: companyName })}</p>
      {isAdmin && (
        <div className={classes.links}>
          <Link to="/app/company/details" className={classes.link}>
            {t('myAccount.companyDetails')}
          </Link>
        </div>
      )}
      {isLast && <p className={classes.note}>{t('myAccount.lastAdmin')}</p>}
      <FormFoot>
        <Button
          variant="default"
          disabled={isLast || isImpersonated}
          loading={leave.isPending}
          onClick={() => void confirmAndLeave()}
        >
          {t('myAccount.leave')}
        </Button>
      </FormFoot>
    </Section>
  );
}
