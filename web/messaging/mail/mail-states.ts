// Whether mails leave: pages that promise one say so when none can.
import { queryOptions, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type { MailState } from '#contract/messaging/mail-states.ts';
import { application } from '#contract/site/application.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export const mailStatesQuery = queryOptions({
  ...query(application.getMailStates, {}),
  staleTime: 60_000,
});

/** Undefined until it is known. */
export function useMailState(purpose: Purpose): MailState | undefined {
  return useQuery(mailStatesQuery).data?.[purpose];
}

/** Whether SMS about appointments can be sent; false until it is known. */
export function useSendsSms(): boolean {
  return useQuery(mailStatesQuery).data?.visitSms ?? false;
}

/** Returns the words about a mail that leaves, or those for one that is only stored. */
export function useMailWords(purpose: Purpose, words: string): string {
  return wordsFor(useMailState(purpose), words);
}

/** The same outside of a component. When the server does not say, mails leave as usual. */
export async function mailWords(purpose: Purpose, words: string): Promise<string> {
  return wordsFor(await stateOf(purpose), words);
}

/** Says that a mail is on its way, or that it is only stored. */
export async function toastMailed(purpose: Purpose, words: string): Promise<void> {
  const isStored = isMailStored(await stateOf(purpose));
  toast(isStored ? 'warning' : 'success', isStored ? i18next.t('app.mailStored') : words);
}

export function isMailStored(state: MailState | undefined): boolean {
  return state === 'stored' || state === 'shown';
}

async function stateOf(purpose: Purpose): Promise<MailState | undefined> {
  const states = await queryClient.fetchQuery(mailStatesQuery).catch(() => undefined);
  return states?.[purpose];
}

function wordsFor(state: MailState | undefined, words: string): string {
  return isMailStored(state) ? i18next.t('app.mailStored') : words;
}
