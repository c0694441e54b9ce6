// Tells the failures of Stripe's client apart: those after which a payment may exist, and the others.
import type { StripeSetting } from '#server/lib/config.ts';
import { neverSent, ProviderError, type ProviderErrorKind } from '../provider.ts';
import { redact } from '../redact.ts';

/** The fields of the package's errors, which is not loaded here. */
interface Failure {
  message?: string;
  code?: string;
  statusCode?: number;
  rawType?: string;
  requestId?: string;
  /** Of a connection that failed: the reason. */
  detail?: { code?: string } | string;
}

/** The error that callers get; its message has no secret. */
export function stripeFailure(error: unknown, { secretKey, webhookSecrets }: StripeSetting): ProviderError {
  if (error instanceof ProviderError) return error;
  const failure: Failure = error instanceof Error ? error : {};
  const { statusCode, rawType, requestId, code, message = '', detail } = failure;
  const reason = typeof detail === 'object' ? detail.code : undefined;
  const text = redact(message, [secretKey, ...webhookSecrets]);
  return new ProviderError('stripe', kindOf({ statusCode, rawType, code, reason }), `Stripe: ${text}`, {
    code: code ?? reason ?? rawType,
    requestId,
  });
}

function kindOf({
  statusCode,
  rawType,
  code,
  reason,
}: Pick<Failure, 'statusCode' | 'rawType' | 'code'> & { reason: string | undefined }): ProviderErrorKind {
  if (statusCode === undefined) return reason && neverSent.has(reason) ? 'unreachable' : 'unknown';
  if (statusCode === 401 || statusCode === 403) return 'keys';
  if (statusCode === 429 || code === 'rate_limit') return 'unreachable';
  // A call under the same key is still running, or had other values.
  if (statusCode === 409 || rawType === 'idempotency_error') return 'unknown';
  if (code === 'resource_missing') return 'notFound';
  return statusCode < 500 ? 'refused' : 'unknown';
}
