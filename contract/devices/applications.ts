// The versions of the application that runs beside printers and cash registers.
import { z } from 'zod';
import { id, instant, note, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

const versionNumber = text(20).regex(/^\d{1,5}(\.\d{1,5}){0,3}$|^$/, { error: 'list.listingapplications.version' });

const applications = {
  rowsKey: 'applications',
  may: 'sys',
  row: z.object({
    id,
    applicationVersion: z.string().meta({ wire: 'Version' }),
    description: z.string(),
    fileId: id.meta({ wire: 'FileUploads_Id' }),
    fileName: z.string(),
    createdAt: instant.meta({ wire: 'Created' }),
    version: z.string().meta({ wire: 'RowVersion' }),
  }),
  title: 'applicationVersion',
  sort: ['applicationVersion', 'createdAt'],
  input: z.strictObject({
    applicationVersion: versionNumber.default('1.0.0.0').meta({ wire: 'Version' }),
    description: note(1000).default(''),
    /** Required for a new application. */
    fileId: id.nullable().meta({ wire: 'FileUploads_Id' }).default(null),
  }),
  blank: () => ({ applicationVersion: '1.0.0.0', description: '', fileId: null }),
  can: ['insert', 'update', 'delete', 'restore'],
  tables: ['device_applications'],
} as const;

export const systemListingApplications = resource('system', 'listingapplications', {
  ...applications,
  about: 'The versions of the application that runs beside printers.',
  page: '/app/system/listing/applications',
});

export const systemCashRegisterApplications = resource('system', 'cashregisterapplications', {
  ...applications,
  about: 'The versions of the application that runs beside cash registers.',
  page: '/app/system/cash-register/applications',
});
