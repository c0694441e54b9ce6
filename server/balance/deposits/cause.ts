// Causes of movements of money.

/** The record that causes a movement: such as a payment, or an SMS. */
export interface Source {
  /** Such as `payment` or `sms`. */
  kind: string;
  id: string;
}

/** One of the movements that a record causes, each counted once. */
export interface Cause extends Source {
  step: number;
}
