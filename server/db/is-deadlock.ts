// Recognizes transactions that PostgreSQL has undone in favour of another one.

/** deadlock_detected and serialization_failure: the same transaction can succeed when it is repeated. */
export function isDeadlock(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '40P01' || code === '40001';
}
