// The sign-in page. The address may contain an action hash, a return address and the outcome of a sign-in by another
// site.
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import { EntryCard } from '#web/identity/entry/entry-card.tsx';
import { linkOf } from '#web/identity/sign-up/mailed-link.ts';
import { VerifyAddress } from '#web/identity/sign-up/verify-address.tsx';
import { TicketForm } from '#web/identity/social/ticket-form.tsx';
import { applySignedInUser } from '#web/lib/client/apply-signed-in-user.ts';
import { query } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { LoginForm } from './login-form.tsx';

export function LoginPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const { to, ticket, social: outcome } = useSearch({ strict: false });
  const { actionHash } = useParams({ strict: false });
  const proceed = () => router.history.replace(to ?? '/app/home');

  const { value: signedIn, isLocked } = useQuery({ ...query(user.isAuthenticated, {}), staleTime: 0 }).data ?? {};
  const link = useQuery({ ...linkOf(actionHash ?? ''), enabled: actionHash !== undefined }).data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these answers lead away.
  useEffect(() => {
    if (isLocked && !actionHash && !ticket) void router.navigate({ to: '/user/lock', search: { to }, replace: true });
    if (!signedIn) return;
    // Opening an e-mail's link only shows; a click acts.
    if (!actionHash) proceed();
    else if (link?.purpose === 'invite') router.history.replace(`/user/invite/${actionHash}`);
    else if (link?.purpose === 'none') proceed();
  }, [signedIn, isLocked, link]);

  const handleSignedIn = (answer: CurrentUserAnswer) => {
    applySignedInUser(answer);
    if (answer.invitationRefusal) toast('warning', answer.invitationRefusal);
    proceed();
  };
  // A sign-in by another site that began on this page comes back with its outcome.
  if (link?.purpose === 'verify' && actionHash && !outcome) {
    return <VerifyAddress actionHash={actionHash} link={link} onSignedIn={handleSignedIn} />;
  }
  if (ticket) return <TicketForm ticket={ticket} onSignedIn={handleSignedIn} />;
  const leads = { invite: t('entry.inviteHint'), verify: t('entry.verifyHint'), none: t('entry.linkGone') };
  return (
    <EntryCard title={t('login.title')} lead={actionHash && (link ? leads[link.purpose] : '\u00a0')}>
      <LoginForm
        invitedEMail={link?.purpose === 'invite' ? link.eMail : undefined}
        actionHash={link?.purpose === 'none' ? undefined : actionHash}
        onSignedIn={handleSignedIn}
      />
    </EntryCard>
  );
}
