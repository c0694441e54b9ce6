// The interface of a cause to the mails that were kept: its kind, and how such a mail is made again.
import type { KeptKind } from '#contract/messaging/kept-mails.ts';
import type { ServiceContext } from '#server/lib/context.ts';

export interface KeptMail {
  id: string;
  companyId: string | null;
  causeKind: string;
  causeKey: string;
  address: string;
  createdAt: Temporal.Instant;
  expiresAt: Temporal.Instant | null;
  hasLinks: boolean;
  /** The limits of a day that it was counted against. */
  counted: string[] | null;
}

/**
 * `again`: it is still true as it stands. `renewed`: another mail was queued in its place, and this one was deleted.
 * `expired`: it is not to be sent.
 */
export type Renewal = 'again' | 'renewed' | 'expired';

export interface KeptCause {
  kind: KeptKind;
  /** The tokens in its text are those of action links, each of which must still work. */
  hasActionLinks?: boolean;
  /** Decides about one mail in the caller's transaction; without it, the mail leaves as it stands. */
  renew?: (tx: ServiceContext, mail: KeptMail) => Promise<Renewal>;
}

/** By the kind of the cause. */
export type KeptCauses = Readonly<Record<string, KeptCause>>;
