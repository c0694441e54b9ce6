// Shows the fields that another person has saved while this one was editing them, and asks which value stays.
import { Alert, Button, Group, Image, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureUrl } from '#web/lib/ui/picture/picture-url.ts';
import classes from './editor.module.css';

interface Field {
  name: string;
  label: string;
  format(value: unknown): string;
  /** The values are ids of pictures, which are shown on the buttons. */
  isPicture?: boolean;
}

type Values = Readonly<Record<string, unknown>>;

interface Props {
  /** The contested fields; without one, nothing is shown. */
  fields: readonly Field[];
  theirs: Values;
  mine: Values;
  onResolve(field: string, side: 'mine' | 'theirs'): void;
}

export function Conflict(props: Props) {
  return props.fields.length === 0 ? null : <Contested {...props} />;
}

function Contested({ fields, theirs, mine, onResolve }: Props) {
  const { t } = useTranslation();
  const alert = useRef<HTMLDivElement>(null);
  // The button that saves a long form is at its end, where nothing else says why it is not saved.
  useEffect(() => {
    // No value: newer browsers return a promise, which React would call.
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Alert
      ref={alert}
      className={classes.conflict}
      color="orange"
      variant="light"
      title={t('grid.conflictTitle')}
      mb="md"
      role="alert"
      styles={{ title: { color: 'var(--daybook-text)' } }}
    >
      {t('grid.conflictText')}
      <Stack gap="sm" mt="sm">
        {fields.map(({ name, label, format, isPicture = false }) => (
          <Group key={name} gap="xs" justify="space-between" style={{ overflowWrap: 'anywhere' }}>
            <span>
              {isPicture
                ? label
                : t('grid.conflictField', {
                    field: label,
                    theirs: format(theirs[name]) || '–',
                    mine: format(mine[name]) || '–',
                  })}
            </span>
            <Group gap="xs">
              {(['theirs', 'mine'] as const).map((side) => {
                const choice = t(side === 'theirs' ? 'grid.takeTheirs' : 'grid.keepMine');
                const value = side === 'theirs' ? theirs[name] : mine[name];
                return (
                  <Button
                    key={side}
                    size="xs"
                    variant="default"
                    leftSection={isPicture && <Picture id={value} />}
                    aria-label={`${choice}: ${label}`}
                    onClick={() => onResolve(name, side)}
                  >
                    {choice}
                  </Button>
                );
              })}
            </Group>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

function Picture({ id }: { id: unknown }) {
  return id ? <Image src={pictureUrl(String(id), 64)} alt="" w={24} h={24} radius="sm" /> : '–';
}
