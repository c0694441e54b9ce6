// The token that a poll names a paper with. Firmware sends it with everything that it says about the paper.
//
// It tells which time the paper is handed over: a result of an earlier time that comes late is not one of this time.

interface Named {
  shortId: string;
  /** The paper is handed over for this time. */
  tries: number;
}

/** Of a paper that waits. */
export function jobToken({ shortId, tries }: { shortId: string; tries: number }): string {
  return `${shortId}-${tries + 1}`;
}

/** Undefined for old firmware, which has no tokens. Another form of token names no paper. */
export function namedIn({ token }: Record<string, unknown>): Named | undefined {
  if (typeof token !== 'string' || token === '') return undefined;
  const [, shortId = '', tries = '0'] = /^([0-9A-Z]{1,40})-(\d{1,6})$/.exec(token) ?? [];
  return { shortId, tries: Number(tries) };
}
