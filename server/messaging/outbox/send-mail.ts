// The worker of the outbox: claims due mails, delivers them to the mail server, and logs every attempt and its
// response.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#server/lib/context.ts';
import { isAddress, oneLine } from '#server/lib/one-line.ts';
import { UnopenedSecret } from '#server/lib/secrets/secret-box.ts';
import { classifyFailure, type DeliveryError, describeFailure, retryDelayAfter } from './classify-failure.ts';
import type { Deliverer, Timeouts } from './deliver.ts';
import { mailServerOf } from './mail-server.ts';
import { type ClaimedMail, claimDue, markAllKept, type Outcome, settle } from './outbox.ts';

export interface MailWorker {
  /** Resolves when no mail is due and no delivery is in progress. */
  drain(): Promise<void>;
  /** Waits up to 8 seconds for deliveries in progress; another worker retries those that are aborted. */
  close(): Promise<void>;
}

/** Deliveries that one process runs at the same time. */
const concurrency = 4;
/** Notifications wake the worker; polling (ms) finds retries and lost notifications. */
const pollInterval = 5_000;
/** After close: how long deliveries may continue, and how long recording their outcome may then take (ms). */
const closing = { deliveries: 4_000, settling: 1_500 };

/** Starts the worker; any number of processes may run one. Without a mail server it stores the mails for reading. */
export function openMailWorker(services: Services, options: { timeouts?: Timeouts } = {}): MailWorker {
  let opened: { mark: string; deliverer: Deliverer } | undefined;
  const underWay = new Set<Promise<void>>();
  const abort = new AbortController();
  let closed = false;
  let polling: Promise<void> | undefined;
  let pollAgain = false;
  let isNotified = false;

  /** Claims mails while there is capacity, until none is due. */
  async function poll(): Promise<void> {
    do {
      pollAgain = false;
      if (closed) return;
      const deliverer = await current();
      if (!deliverer) {
        await markMailsKept(services);
        continue;
      }
      const room = concurrency - underWay.size;
      if (room === 0) return;
      const claimed = await claimDue(services.database.write, services.clock.now(), room);
      for (const mail of claimed) start(deliverer, mail);
    } while (pollAgain);
  }

  /** The deliverer for the current mail server; deliveries through the previous one finish undisturbed. */
  async function current(): Promise<Deliverer | undefined> {
    const server = await mailServerOf(services, services.database.write).catch((error: unknown) => {
      // The operator has to fix this: report it once, not at every poll.
      if (error instanceof UnopenedSecret && !isNotified) {
        services.log.warn(
          { category: 'Mail', err: error },
          'no mail is sent: the password of the mail server does not open',
        );
        isNotified = true;
      }
      throw error;
    });
    isNotified = false;
    if (!server && !opened) return undefined;
    // Loaded on first use: many installations start without a mail server.
    const { openDeliverer } = await import('./deliver.ts');
    if (opened?.mark === server?.mark) return opened?.deliverer;
    const before = opened?.deliverer;
    opened = server && { mark: server.mark, deliverer: openDeliverer(server, concurrency, options.timeouts) };
    if (before) void Promise.allSettled(underWay).then(() => before.close());
    return opened?.deliverer;
  }

  function wake(): Promise<void> {
    pollAgain = true;
    polling ??= poll().finally(() => {
      polling = undefined;
    });
    return polling;
  }

  function wakeQuietly(): void {
    wake().catch((error: unknown) => services.log.debug({ err: error }, 'the outbox cannot be read'));
  }

  function start(open: Deliverer, mail: ClaimedMail): void {
    const sending = attempt(services, open, mail, abort.signal).finally(() => {
      underWay.delete(sending);
      if (!closed) wakeQuietly();
    });
    underWay.add(sending);
  }

  const stopListening = services.live.listen('daybook_mail', wakeQuietly);
  const timer = setInterval(wakeQuietly, pollInterval);
  wakeQuietly();

  return {
    async drain() {
      do {
        await Promise.all(underWay);
        await wake();
      } while (underWay.size > 0 && !closed);
    },
    async close() {
      closed = true;
      stopListening();
      clearInterval(timer);
      await polling?.catch(() => {});
      await Promise.race([Promise.all(underWay), sleep(closing.deliveries, undefined, { ref: false })]);
      abort.abort();
      await Promise.race([Promise.all(underWay), sleep(closing.settling, undefined, { ref: false })]);
      opened?.deliverer.close();
    },
  };
}

/** Tries to send a claimed mail and records the outcome. Never throws. */
async function attempt(
  services: Services,
  deliverer: Deliverer,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await send(services, deliverer, mail, signal);
  const fields = { category: 'Mail', mail: mail.id, attempt: mail.attempts, answer: outcome.log };
  if (outcome.state === 'sent') services.log.debug(fields, 'mail sent');
  else services.log.warn(fields, outcome.state === 'queued' ? 'mail not sent, trying again later' : 'mail failed');
  // The mail is sent: retry recording that, else the mail is sent again when the claim expires.
  for (let tries = 1; tries <= 10; tries++) {
    try {
      return await settle(services.database.write, mail, outcome, services.clock.now());
    } catch (error) {
      services.log.warn(
        { category: 'Mail', err: error, mail: mail.id },
        'the outcome of a mail could not be written down',
      );
      if (signal.aborted) return;
      await sleep(Math.min(tries * 500, 3_000), undefined, { ref: false });
    }
  }
}

async function send(
  services: Services,
  deliverer: Deliverer,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<Outcome> {
  if (mail.suppressed)
    return {
      state: 'failed',
      log: 'Not sent: this address was refused before, because its mailbox does not exist.',
      suppress: false,
    };
  if (!isAddress(mail.toEMail)) return { state: 'failed', log: 'Not sent: this is not an address.', suppress: false };
  try {
    return { state: 'sent', log: oneLine(await deliverer.deliver(mail, signal), 500) };
  } catch (caught) {
    if (signal.aborted)
      return { state: 'queued', log: 'Cut off: the server is stopping.', nextAttemptAt: services.clock.now() };
    // nodemailer rejects with an Error that carries these fields.
    const error = caught as DeliveryError;
    const log = oneLine(describeFailure(error), 500);
    const failure = classifyFailure(error);
    if (failure !== 'retry') return { state: 'failed', log, suppress: failure === 'bounced' };
    const wait = retryDelayAfter(mail.attempts);
    if (!wait) return { state: 'failed', log: `${log} (given up after ${mail.attempts} attempts)`, suppress: false };
    return { state: 'queued', log, nextAttemptAt: services.clock.now().add(wait) };
  }
}

/** A demo logs the links of a stored mail: they can be followed without a mail server. */
async function markMailsKept(services: Services): Promise<void> {
  for (const mail of await markAllKept(services.database.write, services.clock.now())) {
    if (!services.config.demo) continue;
    const links =
      mail.plain.match(/https?:\/\/\S+/g)?.filter((link) => link.startsWith(`${services.publicUrl}/`)) ?? [];
    services.log.info(`Mail for ${mail.toEMail} kept: ${services.publicUrl}/demo/mail/${mail.id} ${links.join(' ')}`);
  }
}
