// Calls PayPal's API: a token for access, which is renewed in time, and JSON.
import { z } from 'zod';
import type { PayPalSetting } from '#server/lib/config.ts';
import { type OutgoingAnswer, type OutgoingRequest, requestOut } from '#server/lib/http/request-out.ts';
import { neverSent, ProviderError, type ProviderErrorKind } from '../provider.ts';
import { redact } from '../redact.ts';

const maxAnswer = 1024 * 1024;
/** A token is renewed so long before it ends (ms). */
const renewBefore = 60_000;

interface PayPalRequest {
  method?: 'GET' | 'POST';
  body?: object;
  /** The idempotency key. */
  requestId?: string;
}

export interface PayPalCalls {
  /** Returns the checked answer. Throws `ProviderError`. */
  call<Check extends z.ZodType>(path: string, check: Check, request?: PayPalRequest): Promise<z.output<Check>>;
  /** Whether the application may do this, such as read disputes. */
  may(scope: string): Promise<boolean>;
}

interface PayPalToken {
  token: string;
  scope: string;
  /** By `performance.now()`. */
  until: number;
}

/** `timeout` (ms) of each answer. */
export function openPayPalCalls(setting: PayPalSetting, timeout: number): PayPalCalls {
  const { clientId, secret, apiUrl } = setting;
  const limits = { maxBytes: maxAnswer, timeout, allowed: [new URL(apiUrl).hostname.replace(/^\[|\]$/g, '')] };
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64');
  const secrets = [secret, clientId, basic];
  let held: PayPalToken | undefined;
  let renewing: Promise<PayPalToken> | undefined;

  async function send(path: string, request: OutgoingRequest): Promise<OutgoingAnswer> {
    try {
      return await requestOut(`${apiUrl}${path}`, request, limits);
    } catch (error) {
      const { code, name, message } = error as Error & { code?: string };
      const kind = neverSent.has(code ?? '') ? 'unreachable' : 'unknown';
      const reason = name === 'TimeoutError' || name === 'AbortError' ? `no answer in ${timeout} ms` : message;
      throw new ProviderError('paypal', kind, `PayPal: ${redact(reason, secrets)}`, { code });
    }
  }

  async function newToken(): Promise<PayPalToken> {
    const answer = await send('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (answer.status !== 200) throw didNothing(failureOf(answer, secrets));
    const { access_token: text, expires_in: seconds, scope } = checked(answer, tokenAnswer);
    return { token: text, scope, until: performance.now() + seconds * 1000 - renewBefore };
  }

  /** One request for all callers. */
  async function currentToken(): Promise<PayPalToken> {
    if (held && held.until > performance.now()) return held;
    renewing ??= newToken().finally(() => {
      renewing = undefined;
    });
    held = await renewing;
    return held;
  }

  return {
    async call(path, check, { method = 'GET', body, requestId } = {}) {
      const once = async (access: string) =>
        send(path, {
          method,
          headers: {
            authorization: `Bearer ${access}`,
            'content-type': 'application/json',
            ...(method === 'POST' && { prefer: 'return=representation' }),
            ...(requestId && { 'paypal-request-id': requestId }),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
      let access = (await currentToken()).token;
      let answer = await once(access);
      if (answer.status === 401) {
        // PayPal took the token back before its time.
        if (held?.token === access) held = undefined;
        access = (await currentToken()).token;
        answer = await once(access);
      }
      if (answer.status >= 300) throw failureOf(answer, [...secrets, access]);
      return checked(answer, check);
    },
    may: async (scope) => (await currentToken()).scope.includes(scope),
  };
}

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.number().nonnegative(),
  scope: z.string().default(''),
});

function checked<Check extends z.ZodType>(answer: OutgoingAnswer, check: Check): z.output<Check> {
  const { data } = check.safeParse(jsonOf(answer));
  const requestId = debugIdOf(answer);
  if (data === undefined)
    throw new ProviderError('paypal', 'unknown', 'PayPal: an answer of another form', { requestId });
  return data;
}

const payPalFailure = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  error_description: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional(), description: z.string().optional() })).optional(),
});

function failureOf(answer: OutgoingAnswer, secrets: readonly string[]): ProviderError {
  const { data = {} } = payPalFailure.safeParse(jsonOf(answer));
  const [detail] = data.details ?? [];
  const text = detail?.description ?? data.message ?? data.error_description ?? '';
  const code = detail?.issue ?? data.name ?? data.error;
  const said = redact(`${answer.status} ${code ?? ''} ${text}`, secrets);
  return new ProviderError('paypal', kindOf(answer.status), `PayPal: ${said}`, { code, requestId: debugIdOf(answer) });
}

function kindOf(status: number): ProviderErrorKind {
  if (status === 401 || status === 403) return 'keys';
  if (status === 404) return 'notFound';
  if (status === 429) return 'unreachable';
  // Another call under the same key is still running.
  if (status === 409) return 'unknown';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

/** Without a token, no payment was asked for. */
function didNothing(error: ProviderError): ProviderError {
  const { kind, message, code, requestId } = error;
  return kind === 'unknown' ? new ProviderError('paypal', 'unreachable', message, { code, requestId }) : error;
}

function jsonOf({ body }: OutgoingAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function debugIdOf({ headers }: OutgoingAnswer): string | undefined {
  const id = headers['paypal-debug-id'];
  return Array.isArray(id) ? id[0] : id;
}
