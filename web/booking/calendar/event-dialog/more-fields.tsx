// The fields of an event that few appointments need, behind a button: buffers, the last day, type and rights.
import { Button, Checkbox, NumberInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './more-fields.module.css';
import { servicesQuery } from './parts-field.tsx';
import { TypeChooser } from './type-chooser.tsx';
import { type EventForm, eventInputId } from './use-event-form.ts';
import { usualBuffers } from './visit-parts.ts';

interface Props {
  form: EventForm;
  locked: boolean;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  /** Parts have buffers. */
  hasServices: boolean;
  hasType: boolean;
  /** Fields that come first, with the names of them. */
  first?: { names: readonly string[]; fields: ReactNode } | undefined;
  /** Further fields, about the time. */
  children: ReactNode;
}

export function MoreFields({ form, locked, isOpen, onOpen, hasServices, hasType, first, children }: Props) {
  const { t } = useTranslation();
  const regionId = useId();
  const holds = [
    ...(first?.names ?? []),
    ...(hasServices ? [t('desk.bufferBefore'), t('desk.bufferAfter')] : []),
    ...(hasType ? [t('calendar.typeOf')] : []),
    t('calendar.readOnlyField'),
  ];
  return (
    <div className={classes.more}>
      <Button
        variant="subtle"
        classNames={{ root: classes.opener, label: classes.label }}
        aria-expanded={isOpen}
        aria-controls={regionId}
        rightSection={
          <IconChevronDown className={classes.chevron} size={15} aria-hidden="true" data-open={isOpen || undefined} />
        }
        onClick={() => onOpen(!isOpen)}
      >
        {t('app.more')}
        {!isOpen && <span className={classes.holds}> {holds.join(', ')}</span>}
      </Button>
      <div id={regionId} className={classes.fields} hidden={!isOpen}>
        {isOpen && (
          <>
            {first?.fields}
            {hasServices && <Buffers form={form} locked={locked} />}
            {children}
            {hasType && (
              <TypeChooser
                value={form.values.type}
                disabled={locked}
                onChange={(type) => form.setFieldValue('type', type)}
              />
            )}
            <Checkbox
              label={t('calendar.readOnlyField')}
              disabled={locked}
              {...form.getInputProps('readOnly', { type: 'checkbox' })}
            />
          </>
        )}
      </div>
    </div>
  );
}

/** The buffers of each service, which is named while there are several. */
function Buffers({ form, locked }: Pick<Props, 'form' | 'locked'>) {
  const { t } = useTranslation();
  const services = useQuery(servicesQuery).data ?? [];
  const { parts } = form.values;
  return parts.map((part, index) => {
    const service = services.find(({ id }) => id === part.serviceId);
    const usual = usualBuffers(parts, index, service);
    const name = part.title.trim() || t('desk.serviceNr', { number: index + 1 });
    const buffer = (field: 'bufferBefore' | 'bufferAfter', placeholder: number) => {
      const { onChange, ...rest } = form.getInputProps(`parts.${index}.${field}`);
      return (
        <NumberInput
          {...rest}
          id={eventInputId(`parts.${index}.${field}`)}
          label={parts.length > 1 ? `${name}: ${t(`desk.${field}`)}` : t(`desk.${field}`)}
          placeholder={String(placeholder)}
          disabled={locked}
          hideControls
          allowDecimal={false}
          min={0}
          max={1440}
          onChange={onChange}
        />
      );
    };
    return (
      <div key={part.key} className={classes.pair}>
        {buffer('bufferBefore', usual.before)}
        {buffer('bufferAfter', usual.after)}
      </div>
    );
  });
}
