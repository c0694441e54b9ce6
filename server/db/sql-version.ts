// The version of the SQL files, written by `npm run make:schema` when one of them has changed: it only grows. A process
// with a lower version than the database has stops, instead of applying older functions.
export const sqlVersion = { number: 35, digest: 'FE_Avk0IrdHC22KFZNTSp0' };
