// Asks the public address as a visitor does: it must lead here, and the proxy must tell scheme and address, and pass
// streams on.
import { hasKey } from '#server/lib/secrets/secret-box.ts';
import type { Examined, Finding } from './finding.ts';
import { parseSeen, probePath, probePause, type SeenRequest } from './probe.ts';

const timeout = 10_000;

export async function checkPublicUrl({ config }: Examined): Promise<Finding> {
  const { publicUrl } = config;
  if (!publicUrl) return { state: 'look', key: 'doctor.publicUrl.unset' };
  // Signing would make a key, with which the product then does not start.
  if (!hasKey(config)) throw new Error(`There is no secret.key in DATA_DIR ${config.dataDir}`);
  const values = { url: publicUrl };
  let asked: { seen: SeenRequest; isAtOnce: boolean };
  try {
    asked = await ask(`${publicUrl}${probePath(config)}`);
  } catch (error) {
    return { state: 'broken', key: 'doctor.publicUrl.unreachable', values: { ...values, reason: reasonOf(error) } };
  }
  return judgeSeen({ publicUrl, trustsProxy: config.trustProxy !== false }, asked);
}

export function judgeSeen(
  { publicUrl, trustsProxy }: { publicUrl: string; trustsProxy: boolean },
  { seen, isAtOnce }: { seen: SeenRequest; isAtOnce: boolean },
): Finding {
  const values = { url: publicUrl, address: seen.address };
  const { protocol, host } = new URL(publicUrl);
  const isHidden = `${seen.protocol}:` !== protocol || seen.host !== host;
  // The headers of a proxy that is not named are there, and are not used.
  if (seen.isProxied && (isHidden || !trustsProxy)) {
    return { state: 'broken', key: 'doctor.publicUrl.untrusted', values };
  }
  if (isHidden) return { state: 'broken', key: 'doctor.publicUrl.headers', values };
  if (!isAtOnce) return { state: 'broken', key: 'doctor.publicUrl.buffered', values };
  return { state: 'fine', key: 'doctor.publicUrl.fine', values };
}

/** `isAtOnce`: the first part arrived before the server had sent the end. */
async function ask(address: string): Promise<{ seen: SeenRequest; isAtOnce: boolean }> {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeout) });
  if (answer.status !== 200 || !answer.body) throw new Error(`status ${answer.status}`);
  let text = '';
  let firstAt = 0;
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    firstAt ||= performance.now();
    text += part;
  }
  const [first = ''] = text.split('\n');
  return { seen: parseSeen(first), isAtOnce: performance.now() - firstAt > probePause / 2 };
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return (cause instanceof Error && cause.message) || message;
}
