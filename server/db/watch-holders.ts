// Finds callers that hold a connection and ask for another one, for tests.
import { AsyncLocalStorage } from 'node:async_hooks';
export type PoolName = 'write' | 'read';

interface Holder {
  pool: PoolName;
  isOver: boolean;
  outer: Holder | undefined;
}

/** Knows which pools the present caller holds a connection of. */
export function watchHolders() {
  const holders = new AsyncLocalStorage<Holder>();
  return {
    assertNone(wanted: PoolName): void {
      for (let holder = holders.getStore(); holder; holder = holder.outer) {
        if (holder.isOver || (holder.pool === 'write' && wanted === 'read')) continue;
        throw new Error(`A caller that holds a ${holder.pool} connection asks for a ${wanted} connection.`);
      }
    },
    async during<T>(pool: PoolName, act: () => Promise<T>): Promise<T> {
      const holder: Holder = { pool, isOver: false, outer: holders.getStore() };
      try {
        return await holders.run(holder, act);
      } finally {
        holder.isOver = true;
      }
    },
  };
}
