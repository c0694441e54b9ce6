// Exports what registers recorded in a period, as a table that programs read.
import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tills } from '#contract/till/tills.ts';
import { operationUrl, query } from '#web/lib/client/client.ts';
import { downloadList } from '#web/lib/client/download.ts';
import { dateIn, now, visitorZone } from '#web/lib/dates.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { DayField } from '#web/lib/ui/time/day-field.tsx';
import classes from './till-places.module.css';

export function RecordsExport() {
  const { t } = useTranslation();
  const today = dateIn(now(), visitorZone());
  const [start, setStart] = useState(today.with({ day: 1 }).toString());
  const [end, setEnd] = useState(today.toString());
  const [registerId, setRegister] = useState('');
  const registers = useQuery(query(tills.getRegisters, {})).data ?? [];
  return (
    <Section id="till-records" title={t('tillPlaces.exportTitle')}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void downloadList(operationUrl(tills.export, { start, end, ...(registerId && { registerId }) }));
        }}
      >
        <p className={classes.law}>{t('tillPlaces.exportLead')}</p>
        <div className={formClasses.threeFields}>
          <DayField label={t('tillPlaces.from')} value={start} onChange={setStart} required />
          <DayField label={t('tillPlaces.to')} value={end} onChange={setEnd} required />
          <Select
            label={t('tillPlaces.register')}
            data={[
              { value: '', label: t('tillPlaces.allRegisters') },
              ...registers.map(({ id, name, location }) => ({ value: id, label: `${name} (${location})` })),
            ]}
            value={registerId}
            allowDeselect={false}
            onChange={(id) => setRegister(id ?? '')}
          />
        </div>
        <FormFoot>
          <Button
            type="submit"
            variant="default"
            disabled={!start || !end}
            leftSection={<IconDownload size={16} stroke={1.75} />}
          >
            {t('tillPlaces.exportNow')}
          </Button>
        </FormFoot>
      </form>
    </Section>
  );
}
