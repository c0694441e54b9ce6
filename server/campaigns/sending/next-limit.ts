// How the limit of the campaign mails of a company grows with what arrives, and shrinks with what comes back.
import { fullCampaignMailsPerDay } from '#server/messaging/mail/limit-campaign-mails.ts';

/** The mails of campaigns of a company in a day. */
export interface SentInDay {
  /** Its limit. */
  perDay: number;
  sent: number;
  /** To mailboxes that do not exist. */
  bounced: number;
  complained: number;
}

/** Shares of what was sent. With fewer than `…Count`, single mails would decide. */
const clean = { bounced: 0.02, complained: 0.001, complainedCount: 1 };
const bad = { bounced: 0.05, bouncedCount: 10, complained: 0.003, complainedCount: 3 };

/**
 * Doubles the limit up to `fullCampaignMailsPerDay` when at least half of it has arrived cleanly. Halves it when too
 * much came back, but not below that of the first day. A limit beyond these ends, which an operator set, is not moved
 * to them.
 */
export function nextLimit({ perDay, sent, bounced, complained }: SentInDay, firstDay: number): number {
  const isBad =
    (bounced >= bad.bouncedCount && bounced >= sent * bad.bounced) ||
    (complained >= bad.complainedCount && complained >= sent * bad.complained);
  if (isBad) return Math.max(Math.ceil(perDay / 2), Math.min(perDay, firstDay));
  const isClean =
    bounced < sent * clean.bounced && complained <= Math.max(clean.complainedCount, sent * clean.complained);
  const grows = isClean && (sent - bounced) * 2 >= perDay && perDay < fullCampaignMailsPerDay;
  return grows ? Math.min(perDay * 2, fullCampaignMailsPerDay) : perDay;
}
