// Shares the connections for reads among what may hold them for long.

interface Shares {
  /** Lists, reports and the like that are read at the same time, of one company and altogether. */
  readsPerCompany: number;
  reads: number;
  /** Downloads that run at the same time; each holds a connection while it is read. */
  downloads: number;
}

/** Connections that reads and downloads leave for everything else, such as signing in. */
const reserved = 2;
const maxDownloads = 4;
const maxReadsPerCompany = 2;

/** `connections` is the size of the pool. In the smallest pools there is one of each, without a reserve. */
export function poolShares(connections: number): Shares {
  const shared = connections - reserved;
  const downloads = Math.max(1, Math.min(maxDownloads, Math.floor(shared / 2)));
  const reads = Math.max(1, Math.min(shared - downloads, Math.floor(connections / 2)));
  return { downloads, reads, readsPerCompany: Math.max(1, Math.min(maxReadsPerCompany, reads - 1)) };
}
