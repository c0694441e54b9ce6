// The uploads of inputs that are under way: a record is saved after its files.
const pending = new Set<Promise<unknown>>();

/** Lets editors wait for an upload, which includes setting its field. Returns the same promise. */
export function trackUpload<T>(upload: Promise<T>): Promise<T> {
  pending.add(upload);
  const forget = () => pending.delete(upload);
  upload.then(forget, forget);
  return upload;
}

/** Resolves when no upload is under way. */
export async function uploadsEnded(): Promise<void> {
  while (pending.size > 0) await Promise.allSettled(pending);
}
