// The public profile page: script before interaction, and what Lighthouse says of it on a phone.
import type { Row } from './lib/report.ts';

export function benchPages(): Row[] {
  return [];
}
