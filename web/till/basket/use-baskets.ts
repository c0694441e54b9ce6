// The baskets of a register for its screen.
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Basket } from '#contract/till/tills.ts';
import { BasketStore } from './basket-store.ts';

/** `baskets` are those of the server's latest answer. The register stays the same. */
export function useBaskets(registerId: string, baskets: readonly Basket[]) {
  const [store] = useState(() => new BasketStore(registerId));
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot);
  useEffect(() => store.receive(baskets), [store, baskets]);
  useEffect(() => {
    const leave = () => store.flush({ keepalive: true });
    const back = () => store.flush();
    addEventListener('pagehide', leave);
    addEventListener('online', back);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('online', back);
      store.flush();
    };
  }, [store]);
  return { ...state, current: store.current, store };
}
