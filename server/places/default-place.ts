// Where a map opens when nothing says otherwise.
import type { Context } from '#server/lib/context.ts';

/** The initial zoom of a map (specification, section 9). */
const defaultZoom = 14;

export function defaultPlace({ config: { map } }: Context) {
  return { ...map, zoom: defaultZoom };
}
