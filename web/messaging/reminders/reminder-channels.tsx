// How a person is reminded: by e-mail, by push, or by both. One channel always stays.
import { Chip, Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReminderChannel } from '#contract/messaging/reminder-leads.ts';
import classes from './lead-times.module.css';

const channels = ['mail', 'push'] as const satisfies readonly ReminderChannel[];

interface Props {
  description: string;
  value: readonly ReminderChannel[];
  onChange: (channels: ReminderChannel[]) => void;
}

export function ReminderChannels({ description, value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Input.Wrapper
      mt="md"
      label={t('visitReminders.channels')}
      labelElement="div"
      description={description}
      inputWrapperOrder={['label', 'input', 'description']}
    >
      <fieldset aria-label={t('visitReminders.channels')} className={classes.leads}>
        <Chip.Group
          multiple
          value={[...value]}
          onChange={(chosen) => onChange(channels.filter((channel) => chosen.includes(channel)))}
        >
          {channels.map((channel) => (
            <Chip
              key={channel}
              value={channel}
              variant="outline"
              size="sm"
              disabled={value.length === 1 && value.includes(channel)}
            >
              {t(`visitReminders.channel.${channel}`)}
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
    </Input.Wrapper>
  );
}
