// Errors as messages between threads: an error that is sent as it is loses its class and its code.
import { Refusal } from '#server/lib/refusal.ts';

export interface ThreadFailure {
  message: string;
  stack?: string | undefined;
  /** Of PostgreSQL or the system. */
  code?: unknown;
  /** The fields of a refusal. */
  refusal?: Pick<Refusal, 'status' | 'code' | 'complaints' | 'retryAfter' | 'problems' | 'details'>;
}

export function toFailure(error: unknown): ThreadFailure {
  if (error instanceof Refusal) {
    const { message, status, code, complaints, retryAfter, problems, details } = error;
    return { message, refusal: { status, code, complaints, retryAfter, problems, details } };
  }
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, stack: error.stack, code: (error as { code?: unknown }).code };
}

export function toError({ message, stack, code, refusal }: ThreadFailure): Error {
  if (refusal) {
    const { status, code: words, ...more } = refusal;
    const given = Object.entries(more).filter(([, value]) => value !== undefined);
    return new Refusal(status, words, Object.fromEntries(given));
  }
  return Object.assign(new Error(message), stack !== undefined && { stack }, code !== undefined && { code });
}
