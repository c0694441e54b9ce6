// Tells a file that does not exist from one that cannot be read.

/**
 * For `catch`: undefined for a file or folder that does not exist. Throws every other error, such as a lack of rights.
 */
export function noneIfAbsent(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
