/**
 * Returns a function that runs `act`, unless one runs under the same key: callers at the same time share its result, or
 * its error.
 */
export function sharingWork<Key, T>(): (key: Key, act: () => Promise<T>) => Promise<T> {
  const underWay = new Map<Key, Promise<T>>();
  return (key, act) => {
    const present = underWay.get(key);
    if (present) return present;
    const work = act().finally(() => underWay.delete(key));
    underWay.set(key, work);
    return work;
  };
}
