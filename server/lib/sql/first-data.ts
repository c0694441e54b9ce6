// The fixed ids of rows that every installation has (server/db/migrations/0010-first-rows.sql).

/** Language ids by key. */
export const languageIds = {
  en: '00000000-0000-7000-8000-000000000101',
  de: '00000000-0000-7000-8000-000000000102',
  fr: '00000000-0000-7000-8000-000000000103',
  es: '00000000-0000-7000-8000-000000000104',
  lv: '00000000-0000-7000-8000-000000000105',
  lt: '00000000-0000-7000-8000-000000000106',
} as const;

/** The four built-in actions; they are the roles of the access table. */
export const actionIds = {
  user: '00000000-0000-7000-8000-000000000201',
  lcladmin: '00000000-0000-7000-8000-000000000202',
  admin: '00000000-0000-7000-8000-000000000203',
  sys: '00000000-0000-7000-8000-000000000204',
} as const;
