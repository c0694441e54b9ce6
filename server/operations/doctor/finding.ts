// The finding of a check: its state, and the key of the sentence that says what to do.
import type { DoctorLine } from '#contract/operations/doctor.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { Services } from '#server/lib/context.ts';

/** The parts of the product that are examined; a command has them without a server. */
export type Examined = Pick<Services, 'config' | 'database' | 'clock' | 'files' | 'publicUrl'>;

export interface Finding {
  state: DoctorLine['state'];
  key: MessageKey;
  values?: Record<string, string | number>;
}

/** May throw: the check has failed then. */
export type HealthCheck = (examined: Examined) => Promise<Finding>;
