// The template of a type of paper as a file and as text, and a sample of its paper in both widths.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemListingTypes } from '#contract/devices/listing-types.ts';
import { operationUrl } from '#web/lib/client/client.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { FileField } from '#web/lib/editor/file-field.tsx';
import classes from './template-input.module.css';
import { type StoredText, TemplateText } from './template-text.tsx';

const widths = [
  { dots: 384, millimetres: 58 },
  { dots: 576, millimetres: 80 },
] as const;

export const TemplateInput: CustomInput = ({ row, form, adopt: _adopt, maxLength: _max, ...input }) => {
  const { t } = useTranslation();
  const key = String(form.getValues().key ?? '');
  const [typed, setTyped] = useState<StoredText>();
  return (
    <div>
      <FileField
        {...input}
        use="template"
        value={input.value ?? null}
        name={typed && typed.id === input.value ? typed.name : String(row.fileName ?? '')}
        canRemove
      />
      <TemplateText
        typeKey={key}
        fileId={input.value ?? null}
        disabled={input.disabled}
        onStore={(stored) => {
          setTyped(stored);
          input.onChange(stored.id);
        }}
      >
        <div className={classes.papers}>
          {widths.map(({ dots, millimetres }) => (
            <figure key={dots} className={classes.paper}>
              <img
                src={operationUrl(systemListingTypes.operations.preview, {
                  key,
                  fileId: input.value ?? undefined,
                  dots,
                })}
                alt={t('devices.sample', { millimetres })}
                width={dots / 2.4}
              />
              <figcaption>{t('devices.sample', { millimetres })}</figcaption>
            </figure>
          ))}
        </div>
      </TemplateText>
    </div>
  );
};
