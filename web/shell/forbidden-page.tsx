// Shown when the caller lacks the right for a page or an action. While they act as another person, they can stop here.
import { useQuery } from '@tanstack/react-query';
import { user } from '#contract/identity/sign-in.ts';
import { call, query } from '#web/lib/client/client.ts';
import { CurrentUserContext } from '#web/lib/client/current-user.ts';
import { useSignedIn } from '#web/lib/client/use-signed-in.ts';
import { loadAppMessages } from '#web/lib/i18n.ts';
import { StaticPage } from '#web/lib/ui/page/static-page.tsx';
import { ImpersonationBar } from './impersonation-bar.tsx';

export function ForbiddenPage() {
  const current = useQuery({
    ...query(user.getCurrent, {}),
    queryFn: async () => {
      // The bar's words are those of the application.
      await loadAppMessages();
      return call(user.getCurrent, {}, { handlesErrors: true });
    },
    enabled: useSignedIn(),
    retry: false,
  });
  return (
    <>
      <StaticPage textKey="static.forbidden" />
      {current.data && (
        <CurrentUserContext value={current.data}>
          <ImpersonationBar />
        </CurrentUserContext>
      )}
    </>
  );
}
