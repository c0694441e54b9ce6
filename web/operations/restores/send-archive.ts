// Uploads an archive in pieces, and sends a piece that was lost on the way again.
import { systemRestores } from '#contract/operations/restores.ts';
import { CallError, call } from '#web/lib/client/client.ts';

const { getSettings, begin, addPiece, delete: remove } = systemRestores.operations;

/** Waits before another attempt (ms); about two minutes in all. */
const waits = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 40_000];

/** `onProgress` is called with per cent. When it is aborted or fails, the server keeps nothing of it. */
export async function sendArchive(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (percent: number) => void },
): Promise<void> {
  const quietly = { handlesErrors: true, signal };
  const { pieceSize } = await call(getSettings, {}, quietly);
  const { id } = await call(begin, { fileName: file.name.slice(-200), size: file.size }, quietly);
  try {
    for (let number = 0; number * pieceSize < file.size; number++) {
      const piece = new File([file.slice(number * pieceSize, (number + 1) * pieceSize)], 'piece');
      await persistently(signal, () => call(addPiece, { id, number }, { ...quietly, file: piece, isAttended: true }));
      onProgress(Math.floor((100 * Math.min(file.size, (number + 1) * pieceSize)) / file.size));
    }
  } catch (error) {
    await call(remove, { id }, { handlesErrors: true }).catch(() => {});
    throw error;
  }
}

/** Tries again while the network or the server is away. */
async function persistently(signal: AbortSignal, act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await act();
      return;
    } catch (error) {
      const wait = waits[attempt];
      const isAway = error instanceof CallError && [0, 408, 429, 502, 503, 504].includes(error.status);
      if (!isAway || wait === undefined) throw error;
      await sleep(wait, signal);
    }
  }
}

/** Rejects at once when it is aborted. */
function sleep(duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, duration);
    signal.addEventListener('abort', stop, { once: true });
  });
}
