// Saves a part of the report of an import as a file.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

export function ImportDownload({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="default" size="xs" leftSection={<IconDownload size={16} stroke={1.75} />} onClick={onClick}>
      {label}
    </Button>
  );
}
