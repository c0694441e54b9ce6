// A company of the demo while its people are added.
import type { DemoCompany } from './company.ts';

export interface StaffedCompany {
  company: DemoCompany;
  companyId: string;
  /** By the name in the address. */
  locations: Map<string, { id: string; timeZone: string }>;
  contacts: { id: string; name: string; eMail: string; phoneNumber: string }[];
  /** File ids by the name of the scene. */
  rooms: Map<string, string>;
  /** The services that several people do, by name; people add theirs. */
  services: Map<string, { id: string; name: string; minutes: number; price: number; before: number; after: number }>;
  passwordHash: string;
}
