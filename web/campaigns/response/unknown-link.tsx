// The page of a link of a message that is not known, whatever the link was for.
import { useTranslation } from 'react-i18next';
import { CallError } from '#web/lib/client/client.ts';
import { Page } from '#web/lib/ui/page/page.tsx';

/** Whether a call was refused because there is no such link. */
export const isUnknownLink = (error: unknown) => error instanceof CallError && [404, 417].includes(error.status);

export function UnknownLink() {
  const { t } = useTranslation();
  return (
    <Page layout="note" title={t('unsubscribe.unknown')} lead={t('unsubscribe.unknownLead')}>
      {null}
    </Page>
  );
}
