// All stored files.
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { files } from '#contract/files.ts';
import { systemFileUploads } from '#contract/operations/file-uploads.ts';
import { operationUrl } from '#web/lib/client/client.ts';
import { Grid } from '#web/lib/grid/grid.tsx';

export function FileUploadsPage() {
  const { t } = useTranslation();
  return (
    <Grid
      resource={systemFileUploads}
      columns={[
        { field: 'createdAt', width: 165 },
        { field: 'displayName', width: 220 },
        { field: 'mimeType', width: 125 },
        { field: 'size', width: 100 },
        { field: 'company', width: 150 },
        { field: 'isPublic', width: 100 },
        { field: 'isSystem', hidden: true },
      ]}
      actions={({ id, isPublic }) => [
        {
          label: t('list.fileuploads.download'),
          icon: IconDownload,
          run: () => location.assign(operationUrl(files.downloadFile, { id })),
          disabled: isPublic ? undefined : t('list.fileuploads.private'),
        },
      ]}
    />
  );
}
