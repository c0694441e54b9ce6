// Asks a signed-in person to accept the privacy policy, until he has; kept with the account and not in the browser.
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { privacy } from '#contract/privacy.ts';
import { user } from '#contract/user.ts';
import { call } from '#web/lib/client.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useCurrentUser } from '#web/shell/app-current-user.ts';
import { NoticeBar } from '#web/shell/cookie-bar.tsx';

export function PrivacyBar() {
  const { t } = useTranslation();
  const { user: person, isImpersonated } = useCurrentUser();
  const accept = useMutation({
    mutationFn: () => call(privacy.setPrivacyPolicyAgreed, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [user.getCurrent.path] }),
  });
  if (person.privacyPolicy || isImpersonated) return null;
  return (
    <NoticeBar
      title={t('shell.privacy')}
      words={t('privacy.bar')}
      to="/privacy"
      more={t('privacy.read')}
      yes={t('privacy.accept')}
      raised
      busy={accept.isPending}
      onYes={() => accept.mutate()}
    />
  );
}
