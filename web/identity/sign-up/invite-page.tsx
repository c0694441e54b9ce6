// An invitation to a company: shows it, and joins with one click, by signing in, or with a new account.
import { Alert, Button, Skeleton, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { user } from '#contract/identity/sign-in.ts';
import { social } from '#contract/identity/social.ts';
import classes from '#web/identity/entry/entry.module.css';
import { EntryCard } from '#web/identity/entry/entry-card.tsx';
import { PasswordPair, passwordRepeated } from '#web/identity/passwords/password-pair.tsx';
import { SocialButtons } from '#web/identity/social/social-buttons.tsx';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { clearAnswers } from '#web/lib/client/query-client.ts';
import { visitorZone } from '#web/lib/dates.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { type Invitation, invitationOf } from './invitation.ts';
import { NameFields } from './name-fields.tsx';
import { TermsNotice } from './terms-notice.tsx';

export function InvitePage() {
  const { t } = useTranslation();
  const { actionHash = '' } = useParams({ strict: false });
  const invitation = useQuery(invitationOf(actionHash));
  const signedIn = useQuery({ ...query(user.isAuthenticated, {}), staleTime: 0 }).data?.value;
  if (invitation.error) {
    const isGone = invitation.error instanceof CallError && invitation.error.status === 404;
    return (
      <EntryCard title={t('entry.inviteTitle')} lead={isGone ? invitation.error.message : t('entry.inviteFailed')}>
        <Button component={Link} to="/" size="md" fullWidth variant="default">
          {t('entry.toStart')}
        </Button>
      </EntryCard>
    );
  }
  if (!invitation.data || signedIn === undefined) {
    return (
      <EntryCard title={t('entry.inviteTitle')}>
        <Skeleton height={120} />
      </EntryCard>
    );
  }
  const { data } = invitation;
  return (
    <EntryCard title={data.companyName} lead={data.message}>
      {data.newUser ? (
        <NewUserForm id={actionHash} invitation={data} />
      ) : (
        <ExistingUserForm id={actionHash} invitation={data} signedIn={signedIn} />
      )}
    </EntryCard>
  );
}

function ExistingUserForm({ id, invitation, signedIn }: { id: string; invitation: Invitation; signedIn: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { eMail, companyName } = invitation;
  const accept = useMutation({
    mutationFn: () => call(user.acceptInvitation, { id }, { handlesErrors: [403, 404] }),
    onSuccess() {
      toast('success', t('entry.joined', { company: companyName }));
      void navigate({ to: '/app/home' });
    },
  });
  const signOut = useMutation({
    mutationFn: () => call(user.logOut, {}),
    onSuccess() {
      clearAnswers();
      void navigate({ to: `/user/login/${id}` });
    },
  });
  const isForAnother = accept.error instanceof CallError && accept.error.status === 403;
  return (
    <div className={classes.form}>
      <div role="alert">
        {accept.error && (
          <Alert color="red" variant="light">
            {accept.error.message || t('entry.inviteFailed')}
          </Alert>
        )}
      </div>
      {signedIn && !accept.error && (
        <Button size="md" color="ribbon" fullWidth loading={accept.isPending} onClick={() => accept.mutate()}>
          {t('entry.join', { company: companyName })}
        </Button>
      )}
      {isForAnother && (
        <Button size="md" variant="default" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
          {t('entry.inviteSignIn', { eMail })}
        </Button>
      )}
      {!signedIn && (
        <Button component={Link} to={`/user/login/${id}`} size="md" fullWidth>
          {t('entry.inviteSignIn', { eMail })}
        </Button>
      )}
    </div>
  );
}

const emptyPerson = { firstName: '', lastName: '', password: '', repeated: '' };

function personInput({ firstName, lastName, password }: typeof emptyPerson) {
  return { firstName, password, timeZone: visitorZone(), ...(lastName.trim() && { lastName }) };
}

function NewUserForm({ id, invitation }: { id: string; invitation: Invitation }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: emptyPerson,
    validate: validateBy(user.acceptInvitation, {
      input: personInput,
      own: passwordRepeated,
    }),
  });
  const accept = useMutation({
    mutationFn: (values: typeof emptyPerson) =>
      call(user.acceptInvitation, { ...personInput(values), id }, { handlesErrors: [403, 404] }),
    onError: (error) => applyMessages(form, error, user.acceptInvitation),
  });
  if (accept.isSuccess) {
    return (
      <div className={classes.form}>
        <p role="status">{t('entry.joined', { company: invitation.companyName })}</p>
        <Button component={Link} to="/user/login" size="md" fullWidth>
          {t('entry.signIn')}
        </Button>
      </div>
    );
  }
  const refused = accept.error instanceof CallError && accept.error.status !== 417;
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => accept.mutate(values), onWrong)}>
      <TextInput label={t('entry.eMail')} value={invitation.eMail} readOnly autoComplete="username" size="md" />
      <NameFields form={form} operation={user.acceptInvitation} />
      <PasswordPair form={form} operation={user.acceptInvitation} />
      <div role="alert">
        {refused && (
          <Alert color="red" variant="light">
            {accept.error?.message || t('entry.inviteFailed')}
          </Alert>
        )}
      </div>
      <TermsNotice />
      <Button type="submit" size="md" color="ribbon" fullWidth loading={accept.isPending}>
        {t('entry.join', { company: invitation.companyName })}
      </Button>
      <SocialButtons start={(provider) => call(social.startSocialSignIn, { provider, actionHash: id })} />
    </form>
  );
}
