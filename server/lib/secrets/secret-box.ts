// Encrypts secrets that must be readable again, such as mail server passwords: AES-256-GCM, the installation's key.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/lib/config.ts';

/** The first byte of a sealed secret; leaves room for other formats. */
const version = 1;
const ivLength = 12;
const tagLength = 16;

const keyFile = 'secret.key';

const keys = new WeakMap<Config, Buffer>();

/** A sealed secret that cannot be opened here; only the operator can fix that. */
export class UnopenedSecret extends Error {}

/**
 * Seals a secret for one purpose; it cannot be opened for another. `isSealed` in back-up-installation.ts names the
 * columns of such secrets.
 */
export function sealSecret(config: Config, purpose: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), sealed]);
}

/** Throws `UnopenedSecret` when the key or the purpose differs, or the bytes were changed. */
export function openSecret(config: Config, purpose: string, sealed: Buffer): string {
  if (sealed[0] !== version) throw new UnopenedSecret('A secret was sealed in a way that is not known here.');
  const iv = sealed.subarray(1, 1 + ivLength);
  const tag = sealed.subarray(1 + ivLength, 1 + ivLength + tagLength);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), iv, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
  try {
    return decipher.update(sealed.subarray(1 + ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new UnopenedSecret('A secret was sealed with another key: check SECRET_KEY, or type the secret anew.', {
      cause,
    });
  }
}

/** Signs a text for one purpose with the installation's key (HMAC-SHA256). */
export function signText(config: Config, purpose: string, text: string): Buffer {
  return createHmac('sha256', keyOf(config)).update(`${purpose}\0${text}`).digest();
}

function keyOf(config: Config): Buffer {
  const cached = keys.get(config);
  if (cached) return cached;
  const key = createHash('sha256')
    .update('daybook secrets\0')
    .update(config.secretKey ?? readOrCreateKey(config.dataDir))
    .digest();
  keys.set(config, key);
  return key;
}

/** Whether there is a key, which is created at its first use otherwise. */
export function hasKey({ secretKey, dataDir }: Config): boolean {
  return secretKey !== undefined || existsSync(join(dataDir, keyFile));
}

/** Reads the key in the data folder, created on first use; concurrent processes agree on the first one written. */
function readOrCreateKey(dataDir: string): string {
  const path = join(dataDir, keyFile);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
