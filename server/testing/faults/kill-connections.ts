// Kills connections in the middle of their transactions: between two statements, or during one.
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from '#server/testing/test-app.ts';

/** Kills one every few milliseconds while `act` runs. Returns how many. */
export async function whileKilled(app: TestApp, act: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let kills = 0;
  async function kill(): Promise<void> {
    const killer = await app.database.connect();
    while (!isOver) {
      const { rowCount } = await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by random() limit 1`);
      kills += rowCount ?? 0;
      await sleep(15);
    }
    await killer.end();
  }
  const killing = kill();
  await act().finally(() => {
    isOver = true;
  });
  await killing;
  return kills;
}
