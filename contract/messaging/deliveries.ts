// The states of everything that leaves the house, whatever its medium.

export const deliveryStates = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'uncertain',
  'expired',
  'suppressed',
  'held',
  'cancelled',
  'kept',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** On the wire, these are `Sent`: a server has taken the message. */
export const sentStates = ['sent', 'delivered', 'undelivered'] as const satisfies readonly DeliveryState[];

/** The purposes that routes are set for, the most urgent first. */
export const purposes = ['account', 'visit', 'campaign'] as const;
export type Purpose = (typeof purposes)[number];
