// For tests: loads the browser's version of the contract beside that of this process.
import { registerHooks } from 'node:module';
import type { services } from '#contract/all.ts';
import type * as serverWire from '#contract/lib/wire.ts';

// Loads the same files again, marked by their URLs, with the stand-in for zod.
registerHooks({
  resolve(specifier, context, next) {
    if (!context.parentURL?.endsWith('?browser') && !specifier.endsWith('?browser')) return next(specifier, context);
    if (specifier === 'zod')
      return {
        ...next('#web/lib/client/contract-names.ts', { ...context, parentURL: import.meta.url }),
        shortCircuit: true,
      };
    const found = next(specifier.replace('?browser', ''), context);
    return { ...found, url: `${found.url}?browser` };
  },
});
const contract = new URL('../../../contract/', import.meta.url);

export const browser: { services: typeof services } = await import(`${new URL('all.ts', contract)}?browser`);
export const browserWire: typeof serverWire = await import(`${new URL('lib/wire.ts', contract)}?browser`);
