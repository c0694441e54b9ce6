// The address of a company `c`, and whether it was proved (server/company/details/verify-company-address.ts).
import { sql } from 'kysely';

/** The proved address is still the company's. */
export const isCompanyAddressVerified = sql<boolean>`(c.e_mail <> '' and lower(c.e_mail) = lower(c.verified_e_mail))`;

/** The address that mails may name; empty while it is unverified. */
export const verifiedAddress = sql<string>`case when ${isCompanyAddressVerified} then c.e_mail else '' end`;
