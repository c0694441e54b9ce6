// Lists, adds, sorts, and switches off the variants and extras of a service.
import { ActionIcon, Button, Input, NumberInput, Switch, TextInput } from '@mantine/core';
import { IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyServices, maxOptions, type OptionKind, type ServiceOption } from '#contract/booking/services.ts';
import { randomId } from '#web/lib/client/random-id.ts';
import { type EditorForm, inputId } from '#web/lib/editor/use-editor.ts';
import { fieldLabel } from '#web/lib/grid/list-text.ts';
import { euroInput } from '#web/lib/money.ts';
import classes from './options-field.module.css';

const kinds = [
  { kind: 'variant', title: 'services.variants', hint: 'services.variantsHint', add: 'services.addVariant' },
  { kind: 'extra', title: 'services.extras', hint: 'services.extrasHint', add: 'services.addExtra' },
] as const;

const fields = ['name', 'minutes', 'price', 'vatRate', 'maxCount'] as const;
type Field = (typeof fields)[number];

/** A row that is not filled in. The server gives it an id of its own. */
function emptyOption(kind: OptionKind): ServiceOption {
  return { id: randomId(), kind, name: '', minutes: 0, price: 0, vatRate: null, maxCount: 1, isActive: true };
}

export function OptionsField({ form, disabled = false }: { form: EditorForm; disabled?: boolean }) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string>();
  // The field of the form, by the contract.
  const options = (form.values.options ?? []) as readonly ServiceOption[];
  const pathOf = (option: ServiceOption, field: Field) => `options.${options.indexOf(option)}.${field}`;

  function save(next: readonly ServiceOption[]): void {
    form.setFieldValue(
      'options',
      kinds.flatMap(({ kind }) => next.filter((option) => option.kind === kind)),
    );
  }
  /** The rows change their places, and with them the paths of the messages. */
  function clearErrors(): void {
    for (const option of options) for (const field of fields) form.clearFieldError(pathOf(option, field));
  }
  function change(option: ServiceOption, values: Partial<ServiceOption>): void {
    for (const field of fields) if (field in values) form.clearFieldError(pathOf(option, field));
    save(options.map((each) => (each === option ? { ...each, ...values } : each)));
  }
  function add(kind: OptionKind): void {
    clearErrors();
    const added = emptyOption(kind);
    save([...options, added]);
    requestAnimationFrame(() => document.getElementById(nameId(added))?.focus());
  }
  function remove(option: ServiceOption): void {
    clearErrors();
    save(options.filter((each) => each !== option));
    // The row takes its button along.
    list.current?.querySelector<HTMLElement>(`[data-add="${option.kind}"]`)?.focus();
  }
  /** Puts an option in the place of another one of its kind. */
  function move(id: string | undefined, target: ServiceOption | undefined): void {
    const option = options.find((each) => each.id === id);
    if (!option || !target || option === target || option.kind !== target.kind) return;
    clearErrors();
    const moved = options.filter((each) => each !== option);
    moved.splice(options.indexOf(target), 0, option);
    save(moved);
  }

  return (
    <Input.Wrapper
      className={classes.field}
      label={fieldLabel(companyServices, 'options')}
      labelElement="div"
      error={form.errors.options}
    >
      <div id={inputId('options')} ref={list} tabIndex={-1} className={classes.kinds}>
        {kinds.map(({ kind, title, hint, add: addLabel }) => {
          const own = options.filter((option) => option.kind === kind);
          return (
            <section key={kind} aria-label={t(title)} className={classes.kind}>
              <h3 className={classes.title}>{t(title)}</h3>
              <p className={classes.hint}>
                {t(hint)}
                {own.length > 1 && ` ${t('services.moveHint')}`}
              </p>
              {own.length > 0 && (
                <ul className={classes.options}>
                  {own.map((option, place) => (
                    <OptionRow
                      key={option.id}
                      option={option}
                      disabled={disabled}
                      isDragged={dragged === option.id}
                      errorOf={(field) => form.errors[pathOf(option, field)]}
                      onChange={(values) => change(option, values)}
                      onRemove={() => remove(option)}
                      onStep={(step) => move(option.id, own[place + step])}
                      onDrag={setDragged}
                      onDragOver={() => move(dragged, option)}
                    />
                  ))}
                </ul>
              )}
              <Button
                data-add={kind}
                variant="subtle"
                size="compact-sm"
                leftSection={<IconPlus size={14} aria-hidden="true" />}
                disabled={disabled || options.length >= maxOptions}
                onClick={() => add(kind)}
              >
                {t(addLabel)}
              </Button>
            </section>
          );
        })}
      </div>
    </Input.Wrapper>
  );
}

const nameId = ({ id }: ServiceOption) => `option-${id}`;

interface RowProps {
  option: ServiceOption;
  disabled: boolean;
  isDragged: boolean;
  errorOf(field: Field): ReactNode;
  onChange(values: Partial<ServiceOption>): void;
  onRemove(): void;
  onStep(step: -1 | 1): void;
  /** Undefined: no longer dragged. */
  onDrag(id: string | undefined): void;
  onDragOver(): void;
}

function OptionRow({ option, disabled, isDragged, errorOf, onChange, ...row }: RowProps) {
  const { t } = useTranslation();
  /** The field whose number was deleted, until it is left. */
  const [emptied, setEmptied] = useState<Field>();
  const { id, kind, name, isActive } = option;
  const isExtra = kind === 'extra';
  const label = name || t(isExtra ? 'services.newExtra' : 'services.newVariant');
  function stepByKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    row.onStep(event.key === 'ArrowUp' ? -1 : 1);
  }
  const number = (field: Exclude<Field, 'name'>, none: number | null) => ({
    hideControls: true,
    allowNegative: false,
    disabled,
    error: errorOf(field),
    // A number that came back by itself would be a part of the one that is typed next.
    value: emptied === field ? '' : (option[field] ?? ''),
    onChange(next: number | string) {
      setEmptied(next === '' ? field : undefined);
      onChange({ [field]: next === '' ? none : Number(next) });
    },
    onBlur: () => setEmptied(undefined),
  });
  return (
    <li
      className={classes.option}
      data-dragged={isDragged || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        row.onDragOver();
      }}
      onDrop={(event) => event.preventDefault()}
    >
      <button
        type="button"
        draggable
        disabled={disabled}
        className={classes.handle}
        aria-label={t('services.move', { name: label })}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', label);
          row.onDrag(id);
        }}
        onDragEnd={() => row.onDrag(undefined)}
        onKeyDown={stepByKey}
      >
        <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <fieldset className={classes.values} aria-label={label}>
        <TextInput
          id={nameId(option)}
          className={classes.name}
          label={t('services.optionName')}
          value={name}
          disabled={disabled}
          error={errorOf('name')}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          withAsterisk
        />
        <NumberInput {...number('minutes', 0)} label={t('services.optionMinutes')} suffix=" min" allowDecimal={false} />
        <NumberInput {...number('price', 0)} label={t('services.optionPrice')} {...euroInput()} />
        <NumberInput
          {...number('vatRate', null)}
          label={fieldLabel(companyServices, 'vatRate')}
          placeholder={t('services.optionVatRate')}
          max={100}
          decimalScale={2}
          allowedDecimalSeparators={[',', '.']}
        />
        {isExtra && (
          <NumberInput
            {...number('maxCount', 1)}
            label={t('services.optionMaxCount')}
            prefix="× "
            min={1}
            allowDecimal={false}
          />
        )}
        <Switch
          className={classes.active}
          label={fieldLabel(companyServices, 'isActive')}
          checked={isActive}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ isActive: currentTarget.checked })}
        />
      </fieldset>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        disabled={disabled}
        aria-label={t('services.removeOption', { name: label })}
        onClick={row.onRemove}
      >
        <IconX size={17} />
      </ActionIcon>
    </li>
  );
}
