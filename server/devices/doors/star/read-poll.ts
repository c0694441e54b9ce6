// Reads the poll of a Star printer (Star CloudPRNT Protocol Guide, "Polling the server (POST), JSON Request").
import { isWithinBounds } from '#server/lib/http/read-json.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { starCode } from './star-codes.ts';

export interface StarPoll {
  code: number | undefined;
  /** Only some firmware says this. */
  isPrinting: boolean;
  /** Its media types; undefined if it does not say them now. */
  media: string[] | undefined;
  /** The highest picture (rows) that it says to print, or what most print. */
  maxHeight: number;
  /** Its model and firmware; undefined if it does not say them now. */
  version: string | undefined;
}

/** Every field is optional and may be null. Throws 400 for what is not JSON. */
export function readPoll(body: Buffer): StarPoll {
  const fields = body.length === 0 ? {} : parse(body);
  const answers = answersIn(fields.clientAction);
  const [type = '', version = ''] = [answers.get('clienttype'), answers.get('clientversion')];
  return {
    code: starCode(textOf(fields.statusCode)),
    isPrinting: fields.printingInProgress === true,
    media: mediaIn(answers.get('encodings')),
    maxHeight: maxHeightIn(answers.get('encodings')),
    version: `${type} ${version}`.trim().slice(0, 100) || undefined,
  };
}

function parse(body: Buffer): Record<string, unknown> {
  if (!isWithinBounds(body)) throw new Refusal(400, 'error.body');
  try {
    const json: unknown = JSON.parse(body.toString());
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    throw new Refusal(400, 'error.body');
  }
}

/** The results of what the server asked for, by the name of the request in small letters. */
function answersIn(given: unknown): Map<string, string> {
  if (!Array.isArray(given)) return new Map();
  return new Map(
    given.map((answer: { request?: unknown; result?: unknown } | null) => [
      textOf(answer?.request).toLowerCase(),
      textOf(answer?.result),
    ]),
  );
}

/** `image/png; image/jpeg; image/vnd.star.png;mono_len=2400`: parameters of a type are no types. */
function mediaIn(encodings: string | undefined): string[] | undefined {
  const types = encodings?.toLowerCase().match(/[\w.+-]+\/[\w.+-]+/g);
  return types ? [...new Set(types)].slice(0, 50) : undefined;
}

/** Half a metre of paper. */
export const usualHeight = 4_000;

/** A printer with little memory says in `image/vnd.star.png` how long a picture of one bit may be. */
function maxHeightIn(encodings = ''): number {
  const rows = Number(/mono_len=(\d{1,6})\b/i.exec(encodings)?.[1] ?? usualHeight);
  return Math.min(Math.max(rows, 500), 20_000);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
