// The notes on a customer, at the top of their card: typed and saved in place.
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Contact, companyContacts } from '#contract/customers/contacts.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { Conflict } from '#web/lib/editor/conflict.tsx';
import { useEditor } from '#web/lib/editor/use-editor.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';

/** Typed for the editor of any list. */
const contacts = companyContacts as unknown as AnyResource;

export function NotesSection({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const editor = useEditor({ resource: contacts, row: contact, onSaved() {} });
  const { form, submit, saving, canSave, known, contested, resolveConflict } = editor;
  const isChanged = form.isDirty('notes');
  useUnsavedChangesGuard(() => form.isDirty('notes'));
  return (
    <Section id="customer-notes" title={t('customers.notesTitle')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDown={submitOnCtrlEnter}
      >
        <Conflict
          fields={
            contested.includes('notes') ? [{ name: 'notes', label: t('customers.notesTitle'), format: String }] : []
          }
          theirs={known}
          mine={form.values}
          onResolve={resolveConflict}
        />
        <Textarea
          aria-label={t('customers.notesTitle')}
          placeholder={t('customers.notesHint')}
          autosize
          minRows={1}
          maxRows={12}
          {...form.getInputProps('notes')}
        />
        {isChanged && (
          <FormFoot>
            <Button variant="default" onClick={() => form.setFieldValue('notes', known.notes)}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" loading={saving} disabled={!canSave}>
              {t('grid.save')}
            </Button>
          </FormFoot>
        )}
      </form>
    </Section>
  );
}
