// Shares the connections for reads among what may hold them for long.

interface Shares {
  /** Lists that are read at the same time, of one company and altogether. */
  listsPerCompany: number;
  lists: number;
  /** Downloads that run at the same time; each holds a connection while it is read. */
  downloads: number;
}

/** Connections that lists and downloads leave for everything else, such as signing in. */
const reserved = 2;
const maxDownloads = 4;
const maxListsPerCompany = 3;

/** `connections` is the size of the pool. In the smallest pools there is one of each, without a reserve. */
export function poolShares(connections: number): Shares {
  const shared = connections - reserved;
  const downloads = Math.max(1, Math.min(maxDownloads, Math.floor(shared / 2)));
  const lists = Math.max(1, shared - downloads);
  return { downloads, lists, listsPerCompany: Math.max(1, Math.min(maxListsPerCompany, lists - 1)) };
}
