/** The sender of SMS as networks take it: people group the digits of a number. Names stay as they are. */
export function ungroupedSender(typed: string): string {
  return /^\+?[\d\s().-]+$/.test(typed) ? typed.replace(/[\s().-]/g, '') : typed;
}
