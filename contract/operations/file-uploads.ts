// All stored files, for the operator.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

export const systemFileUploads = resource('system', 'fileuploads', {
  about: 'All stored files. System files and files in use cannot be deleted.',
  rowsKey: 'fileUploads',
  may: 'sys',
  page: '/app/system/file-uploads',
  tables: ['files'],
  row: z.object({
    id,
    displayName: z.string(),
    mimeType: z.string(),
    size: z.number().int().meta({ kind: 'bytes' }),
    createdAt: instant.meta({ wire: 'Created' }),
    company: z.string().nullable(),
    isPublic: z.boolean(),
    isSystem: z.boolean(),
  }),
  title: 'displayName',
  sort: ['createdAt', 'displayName', 'mimeType', 'size', 'isSystem'],
  can: ['delete'],
});
