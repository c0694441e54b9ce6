// Answers that the server wrote into the page, so that the first screen needs no further request.

interface Inlined {
  /** The language the page was rendered in, such as `de`. */
  language?: string;
  /** Answers as they go over the wire, by the address of the read: `/api/home/GetPlanDetails`. */
  answers?: Record<string, unknown>;
  /** The newest version of the notice of cookies in each language. */
  cookieTexts?: Record<string, number>;
}

const inlined = read();

export const inlinedLanguage = inlined.language;

export const cookieTexts = inlined.cookieTexts ?? {};

/** When the page's answers were made, milliseconds since the epoch; they age from then. */
export const inlinedAt = performance.timeOrigin;

/** The answer of a read at this address, as on the wire, or undefined when the page does not carry it. */
export function inlinedAnswer(address: string): unknown {
  return inlined.answers?.[address];
}

function read(): Inlined {
  // Tests without a browser have no page.
  const text = globalThis.document?.getElementById('daybook-data')?.textContent;
  if (!text?.startsWith('{')) return {};
  return JSON.parse(text) as Inlined; // Our own server wrote it.
}
