// The fields of one block.
import { Select, Skeleton, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Block, PlainBlock } from '#contract/campaigns/blocks.ts';
import { maxLinkLength } from '#contract/lib/links.ts';
import { PictureField } from '#web/lib/editor/picture-field.tsx';
import formClasses from '#web/lib/ui/form/form.module.css';
import { type CampaignChoices, choiceOptions, missingFrom } from './choices.ts';
import { InsertName, useInsertions } from './insert-name.tsx';

/** Large, and only texts need it. */
const FormattedText = lazy(async () => ({
  default: (await import('#web/lib/editor/formatted-text.tsx')).FormattedText,
}));

interface Props {
  id: string;
  block: Block | PlainBlock;
  choices: CampaignChoices | undefined;
  readOnly: boolean;
  /** A text takes the focus itself: its editor loads later. */
  autoFocus: boolean;
  errorOf(field: keyof PlainBlock): ReactNode;
  onChange(fields: Partial<Block>): void;
}

export function BlockFields({ id, block, choices, readOnly, autoFocus, errorOf, onChange }: Props) {
  const { t } = useTranslation();
  const insertions = useInsertions();
  const { kind, text } = block;
  if (kind === 'text') {
    return (
      <Suspense fallback={<Skeleton height={120} />}>
        <FormattedText
          id={id}
          label={t('campaigns.block.text')}
          value={text}
          error={errorOf('text')}
          disabled={readOnly}
          autoFocus={autoFocus}
          insertions={insertions}
          onChange={(html) => onChange({ text: html })}
        />
      </Suspense>
    );
  }
  const fields = { block, readOnly, errorOf, onChange };
  if (kind === 'heading') return <HeadingFields {...fields} />;
  if (kind === 'button') return <ButtonFields {...fields} />;
  if (kind === 'image') return <ImageFields {...fields} />;
  if (kind === 'service' || kind === 'person') return <ChoiceFields {...fields} choices={choices} />;
  return null;
}

type FieldsProps = Pick<Props, 'block' | 'readOnly' | 'errorOf' | 'onChange'>;

function HeadingFields({ block, readOnly, errorOf, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLInputElement>(null);
  return (
    <>
      <TextInput
        ref={heading}
        aria-label={t('campaigns.block.heading')}
        value={block.text}
        error={errorOf('text')}
        maxLength={200}
        disabled={readOnly}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      {!readOnly && <InsertName field={heading} onChange={(next) => onChange({ text: next })} />}
    </>
  );
}

function ButtonFields({ block, readOnly, errorOf, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={formClasses.fields}>
      <TextInput
        label={t('campaigns.blocks.label')}
        value={block.text}
        error={errorOf('text')}
        maxLength={100}
        disabled={readOnly}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <LinkField {...{ block, readOnly, errorOf, onChange }} />
    </div>
  );
}

function ImageFields({ block, readOnly, errorOf, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={formClasses.fields}>
      <div className={formClasses.wide}>
        <PictureField
          use="logo"
          value={block.pictureId}
          disabled={readOnly}
          onChange={(picture) => onChange({ pictureId: picture })}
        />
      </div>
      <TextInput
        label={t('campaigns.blocks.alt')}
        value={block.alt}
        error={errorOf('alt')}
        maxLength={200}
        disabled={readOnly}
        onChange={(event) => onChange({ alt: event.currentTarget.value })}
      />
      <LinkField {...{ block, readOnly, errorOf, onChange }} />
    </div>
  );
}

function LinkField({ block, readOnly, errorOf, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('campaigns.blocks.url')}
      description={block.kind === 'button' ? t('campaigns.blocks.urlHint') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={block.url}
      error={errorOf('url')}
      maxLength={maxLinkLength}
      disabled={readOnly}
      onChange={(event) => onChange({ url: event.currentTarget.value })}
    />
  );
}

/** A service with the person who does it, or a person. */
function ChoiceFields({ block, choices, readOnly, errorOf, onChange }: FieldsProps & Pick<Props, 'choices'>) {
  const { t } = useTranslation();
  const { kind } = block;
  /** A choice of a record, which may have been deleted since. `isOffered` limits the choice. */
  const choiceOf = (
    field: 'serviceId' | 'calendarId',
    list: CampaignChoices['calendars'] | undefined,
    isOffered: (id: string) => boolean = () => true,
  ) => {
    const chosen = block[field] ? [block[field]] : [];
    const isGone = missingFrom(list, chosen).length > 0;
    const isWrong = !isGone && !chosen.every(isOffered);
    const offered = list?.filter((one) => isOffered(one.id) || chosen.includes(one.id));
    return {
      data: choiceOptions(offered, chosen, t('campaigns.who.deleted')),
      value: block[field],
      error: errorOf(field) ?? (isGone ? t('campaigns.gone') : isWrong ? t('campaigns.notOffered') : undefined),
      searchable: true,
      disabled: readOnly,
    };
  };
  const service = kind === 'service' ? choices?.services.find((one) => one.id === block.serviceId) : undefined;
  const doesIt = (person: string) => !service || service.calendarIds.includes(person);
  return (
    <div className={formClasses.fields}>
      {kind === 'service' && (
        <Select
          label={t('campaigns.blocks.service')}
          {...choiceOf('serviceId', choices?.services)}
          onChange={(next) => onChange({ serviceId: next })}
        />
      )}
      <Select
        label={t(kind === 'service' ? 'campaigns.blocks.person' : 'campaigns.blocks.who')}
        placeholder={kind === 'service' ? t('campaigns.blocks.anyone') : undefined}
        {...choiceOf('calendarId', choices?.calendars, doesIt)}
        clearable={kind === 'service'}
        onChange={(next) => onChange({ calendarId: next })}
      />
    </div>
  );
}
