// Asks where a paper is printed when its type has no printer at this location.
import { Button, Checkbox, Stack } from '@mantine/core';
import { IconBrowser, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';

interface Props {
  choices: PrintAnswer['choices'];
  isBusy: boolean;
  /** Null: the print dialog of the browser. */
  onChoose(printerId: string | null, isDefault: boolean): void;
  onClose(): void;
}

export function ChoosePrinterDialog({ choices, isBusy, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const [isDefault, setDefault] = useState(false);
  return (
    <Dialog title={t('printing.where')} onClose={onClose}>
      <Stack gap="xs">
        {choices.map(({ id, name, locationName, isReady }) => (
          <Button
            key={id}
            variant="default"
            justify="flex-start"
            leftSection={<IconPrinter size={17} stroke={1.75} aria-hidden="true" />}
            disabled={!isReady || isBusy}
            onClick={() => onChoose(id, isDefault)}
          >
            {[name, locationName, isReady ? '' : t('printing.notReady')].filter(Boolean).join(' · ')}
          </Button>
        ))}
        <Button
          variant="default"
          justify="flex-start"
          leftSection={<IconBrowser size={17} stroke={1.75} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() => onChoose(null, false)}
        >
          {t('printing.thisBrowser')}
        </Button>
        {choices.length > 0 && (
          <Checkbox
            label={t('printing.always')}
            checked={isDefault}
            onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
            mt="xs"
          />
        )}
      </Stack>
    </Dialog>
  );
}
