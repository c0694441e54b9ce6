// Reads a setting that the operator can change at runtime.
import { settingBounds } from '#contract/operations/settings.ts';
import type { Db } from '#server/db/pool.ts';

interface Settings {
  'registration.open': boolean;
  'files.maxMegabytes': number;
  'images.maxMegabytes': number;
}

/** Returns the current value; `fallback` when there is no such row or its value has the wrong type. */
export async function setting<K extends keyof Settings>(db: Db, key: K, fallback: Settings[K]): Promise<Settings[K]> {
  const found = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  if (!found) return fallback;
  const value = typeof fallback === 'boolean' ? found.value === 'true' : clamp(key, Number(found.value));
  // The value has the type of `fallback`, which is the type of the setting.
  return (Number.isNaN(value) ? fallback : value) as Settings[K];
}

/** Values saved before the bounds existed can lie outside them. */
function clamp(key: string, value: number): number {
  const { least, most } = settingBounds[key] ?? { least: value, most: value };
  return Math.min(most, Math.max(least, value));
}
