// The inputs of a customer that need more than their kind's default, and the question about an address that is taken.
import { Select, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyContacts } from '#contract/customers/contacts.ts';
import { isNew } from '#contract/lib/resource.ts';
import { query } from '#web/lib/client/client.ts';
import type { CustomInputProps } from '#web/lib/editor/custom-input.ts';
import type { EditorParts } from '#web/lib/editor/editor.tsx';
import { languageOptions } from '#web/lib/grid/format-value.ts';
import { bundledLanguages } from '#web/lib/i18n.ts';
import { OpenSameAddress } from './same-address.tsx';

function TagsField({
  form: _form,
  row: _row,
  adopt: _adopt,
  maxLength: _max,
  required: _required,
  ...props
}: CustomInputProps) {
  const { t } = useTranslation();
  const used = useQuery(query(companyContacts.operations.getTags, {})).data ?? [];
  return <TagsInput {...props} data={used} clearable={false} acceptValueOnBlur placeholder={t('customers.addTag')} />;
}

function LanguageField({ id, label, error, disabled, value, onChange }: CustomInputProps) {
  const { t } = useTranslation();
  return (
    <Select
      {...{ id, label, error, disabled }}
      data={languageOptions(bundledLanguages)}
      value={value || null}
      onChange={(key) => onChange(key ?? '')}
      placeholder={t('customers.languageUnknown')}
      clearable
    />
  );
}

export const contactEditor: EditorParts = {
  inputs: { tags: TagsField, language: LanguageField },
  below: (row, form) => {
    const { name, eMail, phoneNumber } = form.values;
    // An existing customer has an address that they may share already.
    if (!isNew(row) && eMail === row.eMail && phoneNumber === row.phoneNumber) return null;
    return (
      <OpenSameAddress name={String(name ?? '')} eMail={String(eMail ?? '')} phoneNumber={String(phoneNumber ?? '')} />
    );
  },
};
