// The Chromium of an npm package, with plain arguments: those of its own are made for a cloud function and switch safety off.
import chromium from '@sparticuz/chromium';

export const chromiumArguments = ['--no-sandbox', '--disable-dev-shm-usage', '--hide-scrollbars'];

export function chromiumPath(): Promise<string> {
  return chromium.executablePath();
}
