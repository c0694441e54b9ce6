// Checks that the addresses of the database lead where they should, with what the start checks, too.
import { checkPools } from '#server/db/check-pools.ts';
import type { Examined, Finding } from './finding.ts';

export async function checkAddresses({ database, config }: Examined): Promise<Finding> {
  const warnings: string[] = [];
  try {
    await checkPools(database, config.databasePool, (line) => warnings.push(line), false);
  } catch (error) {
    return { state: 'broken', key: 'doctor.addresses.wrong', values: { line: (error as Error).message } };
  }
  if (warnings.length > 0) return { state: 'look', key: 'doctor.addresses.look', values: { line: warnings.join(' ') } };
  return {
    state: 'fine',
    key: database.isPooled ? 'doctor.addresses.pooled' : 'doctor.addresses.fine',
  };
}
