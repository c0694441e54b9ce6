// Answers that the server inlines in the page to save the first screen its requests.

interface Inlined {
  /** The language of the rendered page, such as `de`. */
  language?: string;
  /** The public texts in that language. */
  words?: Record<string, unknown>;
  /** Answers in wire format, keyed by the read's address: `/api/home/GetPlanDetails`. */
  answers?: Record<string, unknown>;
  /** The latest version of the cookie notice in each language. */
  cookieTexts?: Record<string, number>;
}

const inlined = read();

export const inlinedLanguage = inlined.language;

export const inlinedWords = inlined.words;

export const cookieTexts = inlined.cookieTexts ?? {};

/** When the server created the answers, in milliseconds since the epoch. Their age counts from then. */
export const inlinedAt = performance.timeOrigin;

/** The answers of the person who opened the page must not reach the next one. */
export function forgetInlined(): void {
  inlined.answers = {};
}

/** Returns the inlined answer of a read in wire format, or undefined if the page has none. */
export function inlinedAnswer(address: string): unknown {
  return inlined.answers?.[address];
}

function read(): Inlined {
  // Tests run without a document.
  const text = globalThis.document?.getElementById('daybook-data')?.textContent;
  if (!text?.startsWith('{')) return {};
  return JSON.parse(text) as Inlined; // Written by our own server.
}
