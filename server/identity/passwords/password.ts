// Hashes passwords with argon2id, a few at a time: many concurrent sign-ins must not use up the machine.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '#server/lib/refusal.ts';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const nonceBytes = 16;
const tagBytes = 32;

/** The number of hashes computed concurrently, and the number that can wait. */
const concurrency = 2;
const maxWaiting = 100;
/** Retry delay of a rejected caller (seconds): about the time that a full queue takes. */
const retryAfter = 5;

const compute = promisify(argon2);

/** Returns a PHC string, such as `$argon2id$v=19$m=19456,t=2,p=1$…$…`. Throws 503 when too many hashes are waiting. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(nonceBytes);
  const tag = await withSlot(() => tagOf(password, nonce, cost, tagBytes));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/**
 * Whether the password matches the hash. Without a hash (unknown login, or an account without a password) returns false
 * after the same time. Throws 503 when too many hashes are waiting.
 */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const stored = hash ? readHash(hash) : undefined;
  const { nonce, tag, parameters } = stored ?? {
    nonce: Buffer.alloc(nonceBytes),
    tag: Buffer.alloc(tagBytes),
    parameters: cost,
  };
  const computed = await withSlot(() => tagOf(password, nonce, parameters, tag.length));
  return timingSafeEqual(computed, tag) && stored !== undefined;
}

type Parameters_ = { memory: number; passes: number; parallelism: number };

function tagOf(password: string, nonce: Buffer, parameters: Parameters_, tagLength: number): Promise<Buffer> {
  // The same characters typed on different keyboards are the same password (RFC 8265).
  return compute('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...parameters });
}

function readHash(hash: string): { nonce: Buffer; tag: Buffer; parameters: Parameters_ } | undefined {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (!found) return undefined;
  const [, memory, passes, parallelism, nonce = '', tag = ''] = found;
  return {
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

let running = 0;
const waiting: (() => void)[] = [];

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= concurrency) {
    if (waiting.length >= maxWaiting) throw new Refusal(503, 'error.busy', { retryAfter });
    // A finished task passes its slot on: a new caller cannot overtake the waiting ones.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
