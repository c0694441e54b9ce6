// The transaction of a payment: a link to its page at the provider, as far as that has one.
import { useQuery } from '@tanstack/react-query';
import { application } from '#contract/site/application.ts';
import { query } from '#web/lib/client/client.ts';

export function TransactionLink({
  provider,
  transactionId,
}: {
  provider: string | null;
  transactionId: string | null;
}) {
  const base = useQuery({ ...query(application.getPayPalTransactionUrl, {}), enabled: provider === 'paypal' }).data;
  if (!transactionId) return '–';
  if (!base) return transactionId;
  return (
    <a
      href={`${base.value}${transactionId}`}
      target="_blank"
      rel="noreferrer"
      onClick={(event) => event.stopPropagation()}
    >
      {transactionId}
    </a>
  );
}
