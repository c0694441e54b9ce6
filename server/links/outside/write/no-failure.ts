// The columns of an outside calendar that say why it is not written.
import { sql } from 'kysely';

/** Of an `update`: writing works, or is to be tried at once. The person is notified again when it fails again. */
export const noWriteFailure = sql`write_reason = null, write_status = null, write_failing_since = null, write_due_at = null,
  write_notified_at = null, write_mailed_at = null`;
