// The logs of printers and cash registers.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

const common = {
  rowsKey: 'logs',
  may: 'sys',
  title: 'text',
  range: { field: 'createdAt', defaultSpan: { days: 1 } },
  can: ['clear'],
} as const;

const place = { createdAt: instant.meta({ wire: 'Created' }), companyName: z.string() };

export const systemListingLogs = resource('system', 'listinglogs', {
  ...common,
  about: 'The log of printers.',
  page: '/app/system/listing/logs',
  row: z.object({
    id,
    ...place,
    printerName: z.string(),
    locationName: z.string(),
    typeKey: z.string().meta({ wire: 'ListingTypeKey' }),
    typeDescription: z.string().meta({ wire: 'ListingTypeDescription' }),
    text: z.string(),
  }),
  sort: ['createdAt', 'companyName', 'printerName', 'locationName', 'typeKey'],
  search: { company: 'companyName', printer: 'printerName', location: 'locationName', typekey: 'typeKey' },
});

export const systemCashRegisterLogs = resource('system', 'cashregisterlogs', {
  ...common,
  about: 'The log of cash registers.',
  page: '/app/system/cash-register/logs',
  row: z.object({ id, ...place, registerName: z.string(), locationName: z.string(), text: z.string() }),
  sort: ['createdAt', 'companyName', 'registerName', 'locationName'],
  search: { company: 'companyName', register: 'registerName', location: 'locationName' },
});
