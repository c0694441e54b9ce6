// Made while the browser part is built, from `contract/list-pages.ts` (vite.config.ts).
declare module 'virtual:list-pages' {
  import type { ComponentType } from 'react';

  /** The address of each list, what loads the file of its page, and the component that the file exports. */
  export const listPages: readonly (readonly [
    address: string,
    load: () => Promise<Record<string, ComponentType>>,
    component: string,
  ])[];
}
