// Every administered list there is, by the name under which the server serves it.
import { systemLanguages } from './languages.ts';
import type { Service } from './lib/service.ts';
import { companyLocations } from './locations.ts';
import { systemUserAudits } from './user-audits.ts';

export const resources = { companyLocations, systemLanguages, systemUserAudits };

type Resources = typeof resources;

/** Their operations, as services. */
export const resourceServices = Object.fromEntries(
  Object.entries(resources).map(([name, { operations }]) => [name, operations]),
) as { [Name in keyof Resources]: Resources[Name]['operations'] & Service };
