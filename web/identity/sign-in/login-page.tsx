// The sign-in page. The address may contain an action hash, a return address and the outcome of a sign-in by another
// site.
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import { invitationOf } from '#web/identity/sign-up/invitation.ts';
import { VerifyAddress } from '#web/identity/sign-up/verify-address.tsx';
import { TicketForm } from '#web/identity/social/ticket-form.tsx';
import { query } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import { applySignedInUser } from './apply-signed-in-user.ts';
import { EntryCard } from './entry-card.tsx';
import { LoginForm } from './login-form.tsx';

export function LoginPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const { to, ticket } = useSearch({ strict: false });
  const { actionHash } = useParams({ strict: false });
  const proceed = () => router.history.replace(to ?? '/app/home');

  const { value: signedIn, isLocked } = useQuery({ ...query(user.isAuthenticated, {}), staleTime: 0 }).data ?? {};
  const invitation = useQuery({ ...invitationOf(actionHash ?? ''), enabled: actionHash !== undefined });
  const [verifying, setVerifying] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these answers lead away.
  useEffect(() => {
    if (isLocked && !actionHash && !ticket) void router.navigate({ to: '/user/lock', search: { to }, replace: true });
    if (!signedIn) return;
    // Opening an e-mail's link only shows; a click acts.
    if (!actionHash) proceed();
    else if (invitation.isSuccess) router.history.replace(`/user/invite/${actionHash}`);
    else if (invitation.isError) setVerifying(true);
  }, [signedIn, isLocked, invitation.status]);

  const handleSignedIn = (answer: CurrentUserAnswer) => {
    applySignedInUser(answer);
    if (answer.invitationRefusal) toast('warning', answer.invitationRefusal);
    proceed();
  };
  if (verifying && actionHash) return <VerifyAddress actionHash={actionHash} onDone={proceed} />;
  if (ticket) return <TicketForm ticket={ticket} onSignedIn={handleSignedIn} />;
  const invitedEMail = invitation.data?.eMail;
  return (
    <EntryCard
      title={t('login.title')}
      lead={actionHash && (invitation.isPending ? '\u00a0' : t(invitedEMail ? 'entry.inviteHint' : 'entry.verifyHint'))}
    >
      <LoginForm invitedEMail={invitedEMail} onSignedIn={handleSignedIn} />
    </EntryCard>
  );
}
