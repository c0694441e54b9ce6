// Edits a text with its formatting: headings, bold, lists, links. The HTML itself stays within reach.
import { Alert, SegmentedControl, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { FormattedText } from '#web/lib/editor/formatted-text.tsx';
import { safeHtml } from '#web/lib/ui/safe-html.ts';
import classes from './legal-texts.module.css';

/** The tags that the editor can hold; a text with other elements opens as HTML, so that none is lost. */
const heldTags = new Set('A B BLOCKQUOTE BR EM H2 H3 H4 HR I LI OL P STRONG U UL'.split(' '));

function isHeld(html: string): boolean {
  const { body } = new DOMParser().parseFromString(safeHtml(html), 'text/html');
  return [...body.querySelectorAll('*')].every(({ tagName }) => heldTags.has(tagName));
}

export const RichTextField: CustomInput = (input) => {
  const { t } = useTranslation();
  const html = String(input.value ?? '');
  const [mode, setMode] = useState<'text' | 'html'>(() => (isHeld(html) ? 'text' : 'html'));
  const canFormat = mode === 'text' || isHeld(html);
  return (
    <div>
      <div className={classes.toolbar}>
        <label className={classes.label} htmlFor={mode === 'html' ? input.id : undefined} id={`${input.id}-label`}>
          {input.label}
        </label>
        <SegmentedControl
          size="xs"
          aria-label={t('list.legaltexts.mode')}
          value={mode}
          onChange={(next) => setMode(next as 'text' | 'html')}
          data={[
            { value: 'text', label: t('list.legaltexts.formatted'), disabled: !canFormat },
            { value: 'html', label: 'HTML' },
          ]}
        />
      </div>
      {!canFormat && (
        <Alert variant="light" mb="xs">
          {t('list.legaltexts.onlyHtml')}
        </Alert>
      )}
      {mode === 'text' ? (
        <FormattedText {...input} value={html} />
      ) : (
        <Textarea
          id={input.id}
          error={input.error}
          disabled={input.disabled}
          aria-required={input.required}
          value={html}
          autosize
          minRows={12}
          maxRows={22}
          maxLength={input.maxLength}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.875rem' } }}
          onChange={(event) => input.onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
};
