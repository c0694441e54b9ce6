// The interface of a medium to the sending of a campaign. The rest of the engine is the same for all.
import type { LeftOutReason } from '#contract/campaigns/audience.ts';
import type { StoredCampaign } from '#server/campaigns/stored/stored-campaigns.ts';
import type { ServiceContext } from '#server/lib/context.ts';

/** One message to queue. */
export interface Message {
  deliveryId: string;
  contactId: string;
  address: string;
  language: string;
  name: string;
  /** Of its links. */
  token: string;
}

export interface Queued {
  /** The deliveries that were queued; those neither here nor left out may be queued later. */
  queued: string[];
  leftOut: ReadonlyMap<string, LeftOutReason>;
  /** The deliveries that wait for their address, until when: others follow them meanwhile. */
  waits?: ReadonlyMap<string, Temporal.Instant>;
  /** In each message. */
  linkCount: number;
}

/** Queues a message for each in the caller's transaction: once for each cause, `campaign:contact`. */
export type QueueMessages = (
  tx: ServiceContext,
  campaign: StoredCampaign,
  messages: readonly Message[],
) => Promise<Queued>;
