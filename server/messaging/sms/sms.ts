// An SMS as gateways get it.

export interface Sms {
  id: string;
  /** Empty: the sender of the gateway. */
  fromSms: string;
  /** E.164. */
  toSms: string;
  message: string;
  createdAt: Temporal.Instant;
}
