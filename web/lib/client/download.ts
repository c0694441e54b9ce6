// Downloads a file that the server may refuse.
import { application } from '#contract/site/application.ts';
import { CallError, call } from './client.ts';

/**
 * Downloads a list. Checks first, because a browser only reports that a download failed, not why; a toast shows the
 * reason of a refusal.
 */
export async function downloadList(address: string): Promise<void> {
  try {
    await call(application.checkExport, {});
    download(address);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}

/** Lets the browser store the file at an address. */
export function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
