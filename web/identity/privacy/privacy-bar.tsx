// Asks signed-in people to accept the privacy policy. The account stores the consent, not the browser.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { privacy } from '#contract/identity/privacy.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { NoticeBar } from './cookie-bar.tsx';
import { reportNewerText } from './newer-text.ts';

/** Not shown during impersonation: consent must come from the person themselves. */
export function PrivacyBar() {
  const { user: person, isImpersonated } = useCurrentUser();
  return person.privacyPolicy || isImpersonated ? null : <Bar />;
}

function Bar() {
  const { t } = useTranslation();
  const text = useQuery({ ...query(application.privacyPolicy, {}), staleTime: 0 });
  const accept = useMutation({
    mutationFn: () => call(privacy.setPrivacyPolicyAgreed, { version: text.data?.version }, { handlesErrors: [409] }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [user.getCurrent.path] }),
    onError: (error) => void (reportNewerText(error) && text.refetch()),
  });
  return (
    <NoticeBar
      title={t('shell.privacy')}
      text={t('privacy.bar')}
      to="/privacy"
      linkLabel={t('privacy.read')}
      confirmLabel={t('privacy.accept')}
      busy={accept.isPending || text.isPending}
      onConfirm={() => accept.mutate()}
    />
  );
}
