// The place of the file to import: dropped or chosen.
import { Button, FileButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './file-import.module.css';

interface Props {
  name: string | undefined;
  /** The files that can be dropped, as a sentence. */
  hint: string;
  /** The endings and types of files that can be chosen. */
  accepted: string;
  isBusy: boolean;
  onChoose: (file: File | null) => void;
}

export function FileDrop({ name, hint, accepted, isBusy, onChoose }: Props) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0] ?? null);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keyboards.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{name ?? hint}</p>
      <FileButton onChange={onChoose} accept={accepted}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={isBusy}
            data-autofocus
            leftSection={<IconFileImport size={16} stroke={1.75} />}
          >
            {t(name ? 'customers.importOther' : 'customers.importChoose')}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
