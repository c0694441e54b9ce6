// Prints the list of the shown day: of the one shown person, else of the current location.
import { useTranslation } from 'react-i18next';
import { papers } from '#contract/booking/papers.ts';
import { PrintButton } from '#web/devices/printing/print-button.tsx';
import { call } from '#web/lib/client/client.ts';

interface Props {
  date: Temporal.PlainDate;
  /** Of one person. */
  calendarId: string | null;
}

export function PrintDay({ date, calendarId }: Props) {
  const { t } = useTranslation();
  return (
    <PrintButton
      label={t('printing.day')}
      send={(place) => call(papers.printDay, { day: date.toString(), calendarId, ...place })}
    />
  );
}
