// Encrypts secrets that must be read back (passwords of mail servers and the like): AES-256-GCM with the installation's own key.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/lib/config.ts';

/** What a sealed secret begins with, so that another way of sealing can follow. */
const version = 1;
const ivLength = 12;
const tagLength = 16;

const keys = new WeakMap<Config, Buffer>();

/** A sealed secret that does not open here: only the operator can mend that. */
export class UnopenedSecret extends Error {}

/** Sealed for one purpose: what was sealed for another does not open. */
export function sealSecret(config: Config, purpose: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), sealed]);
}

/** Throws an `UnopenedSecret` when the key is another than the one it was sealed with, or the bytes were changed. */
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

/** The key in the data folder, made at the first need; several processes agree on the one that was there first. */
function readOrCreateKey(dataDir: string): string {
  const path = join(dataDir, 'secret.key');
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
