// The plugins of Kysely.
import { CamelCasePlugin } from 'kysely';

/** Shared: it remembers the names that it has converted. */
export const plugins = [new CamelCasePlugin({ underscoreBetweenUppercaseLetters: true })];
