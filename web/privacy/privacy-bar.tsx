// Asks a signed-in person to accept the privacy policy, until he has; kept with the account and not in the browser.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/application.ts';
import { privacy } from '#contract/privacy.ts';
import { user } from '#contract/user.ts';
import { call, query } from '#web/lib/client.ts';
import { isNewer } from '#web/lib/newer-text.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useCurrentUser } from '#web/shell/app-current-user.ts';
import { NoticeBar } from '#web/shell/cookie-bar.tsx';

/** Nobody accepts in the name of another: whoever acts as somebody else is not asked. */
export function PrivacyBar() {
  const { user: person, isImpersonated } = useCurrentUser();
  return person.privacyPolicy || isImpersonated ? null : <Bar />;
}

function Bar() {
  const { t } = useTranslation();
  const text = useQuery({ ...query(application.privacyPolicy, {}), staleTime: 0 });
  const accept = useMutation({
    mutationFn: () => call(privacy.setPrivacyPolicyAgreed, { version: text.data?.version }, { tellsItself: [409] }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [user.getCurrent.path] }),
    onError: (error) => void (isNewer(error) && text.refetch()),
  });
  return (
    <NoticeBar
      title={t('shell.privacy')}
      words={t('privacy.bar')}
      to="/privacy"
      more={t('privacy.read')}
      yes={t('privacy.accept')}
      raised
      busy={accept.isPending || text.isPending}
      onYes={() => accept.mutate()}
    />
  );
}
