// Signs in with e-mail and password, then with a code if the account has a second factor.
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import { social } from '#contract/identity/social.ts';
import { canConnect } from '#web/identity/social/social-outcome.tsx';
import { CallError, call } from '#web/lib/client/client.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { siteNames } from '#web/lib/ui/picture/social-site.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export interface LoginOptions {
  /** The invited address, if an invitation link led here. */
  invitedEMail: string | undefined;
  /** Of the mailed link that led here and is still valid. */
  actionHash: string | undefined;
  onSignedIn: (answer: CurrentUserAnswer) => void;
}

export function useLogin({ invitedEMail, actionHash, onSignedIn }: LoginOptions) {
  const { t } = useTranslation();
  const { to, social: outcome, site } = useSearch({ strict: false });
  const [codeNeeded, setCodeNeeded] = useState(false);
  const form = useForm({
    initialValues: {
      logIn: '',
      password: '',
      remember: false,
      code: '',
      isConnecting: canConnect({ social: outcome }),
    },
    validate: validateBy(user.authenticate),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form object is stable apart from its language.
  useEffect(() => {
    if (invitedEMail) form.setFieldValue('logIn', (typed) => typed || invitedEMail);
  }, [invitedEMail]);
  const signIn = useMutation({
    mutationFn: ({ logIn, password, remember, code, isConnecting }: typeof form.values) => {
      const operation = remember ? user.authenticateWithRememberMe : user.authenticate;
      const input = { logIn, password, actionHash, isConnecting, ...(code && { code }) };
      return call(operation, input, { handlesErrors: [429] });
    },
    onSuccess(answer, { isConnecting }) {
      onSignedIn(answer);
      if (!isConnecting || !site) return;
      if (answer.connectedWith) toast('success', t('social.connected', { site: siteNames[site] }));
      else toast('warning', t('social.notConnected', { site: siteNames[site] }));
    },
    onError(error) {
      // The password was correct; asking for the code is not an error.
      if (!codeNeeded && error instanceof CallError && error.messages.some(({ key }) => key === 'Code')) {
        setCodeNeeded(true);
      } else applyMessages(form, error, user.authenticate);
    },
  });
  const startSocial = (provider: keyof typeof siteNames) =>
    call(social.startSocialSignIn, { provider, isRemembered: form.values.remember, to, actionHash });

  return { form, codeNeeded, signIn, startSocial };
}
