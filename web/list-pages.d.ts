// The build generates this module from `contract/list-pages.ts` (see vite.config.ts).
declare module 'virtual:list-pages' {
  import type { ComponentType } from 'react';

  /** The address of each list, the loader of its page, and the component that the page exports. */
  export const listPages: readonly (readonly [
    address: string,
    load: () => Promise<Record<string, ComponentType>>,
    component: string,
  ])[];
}
