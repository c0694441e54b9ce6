// Tells the contents of papers apart: another content is another paper, which was not printed before.
import { createHash } from 'node:crypto';

export function contentKey(values: object): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
}
