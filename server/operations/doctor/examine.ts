// Examines the installation: every check, each of which ends and none of which throws.
import { setTimeout as sleep } from 'node:timers/promises';
import { type DoctorCheck, type DoctorLine, doctorChecks } from '#contract/operations/doctor.ts';
import { translate } from '#server/lib/i18n.ts';
import { sharingWork } from '#server/lib/share-work.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkBackups, checkRestores } from './check-backups.ts';
import { checkClock } from './check-clock.ts';
import { checkConnections } from './check-connections.ts';
import { checkDisk } from './check-disk.ts';
import { checkFileStore } from './check-file-store.ts';
import { checkJobs } from './check-jobs.ts';
import { checkMail } from './check-mail.ts';
import { checkPayments } from './check-payments.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { checkSenderDomain } from './check-sender-domain.ts';
import { checkStandbys } from './check-standbys.ts';
import type { Examined, Finding, HealthCheck } from './finding.ts';

/** The longest time of a check (ms). */
const timeout = 20_000;

const checks: Record<DoctorCheck, HealthCheck> = {
  addresses: checkAddresses,
  standbys: checkStandbys,
  connections: checkConnections,
  clock: checkClock,
  disk: checkDisk,
  files: checkFileStore,
  mail: checkMail,
  domain: checkSenderDomain,
  publicUrl: checkPublicUrl,
  backups: checkBackups,
  restores: checkRestores,
  jobs: checkJobs,
  payments: checkPayments,
};

/** Returns the lines in the order of `doctorChecks`, with their texts in that language. */
export async function examine(examined: Examined, language: string): Promise<DoctorLine[]> {
  const findings = await findAll(examined);
  return findings.map(({ check, state, key, values }) => ({ check, state, text: translate(language, key, values) }));
}

const share = sharingWork<object, (Finding & { check: DoctorCheck })[]>();

/** Callers at the same time share the findings: each examination opens connections of its own. */
function findAll(examined: Examined) {
  return share(examined.config, () =>
    Promise.all(doctorChecks.map(async (check) => ({ check, ...(await run(check, examined)) }))),
  );
}

async function run(check: DoctorCheck, examined: Examined): Promise<Finding> {
  const broken = (reason: string): Finding => ({ state: 'broken', key: 'doctor.failed', values: { reason } });
  const late = sleep(timeout, broken(`${timeout / 1_000} s`), { ref: false });
  try {
    return await Promise.race([checks[check](examined), late]);
  } catch (error) {
    return broken(error instanceof Error ? error.message || String(error) : String(error));
  }
}
