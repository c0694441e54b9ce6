// Edits a text with its formatting: headings, bold, lists, links. The HTML itself stays within reach.
import { Alert, SegmentedControl, Textarea } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeTextLink } from '#contract/lib/links.ts';
import type { CustomInput } from '#web/lib/editor/editor.tsx';
import { safeHtml } from '#web/lib/ui/safe-html.ts';
import classes from './legal-texts.module.css';

// The elements that the reader's page keeps.
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, isAllowedUri: (address) => isSafeTextLink(address ?? '') },
    code: false,
    codeBlock: false,
    strike: false,
  }),
];

/** What the editor can hold; a text with other elements opens as HTML, so that none is lost. */
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
        <Formatted {...input} />
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

const Formatted: CustomInput = ({ id, value, label, error, disabled, onChange }) => {
  const editor = useEditor({
    extensions,
    // The page's policy allows no styles from scripts.
    injectCSS: false,
    content: safeHtml(String(value ?? '')),
    editable: !disabled,
    editorProps: { attributes: { id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label } },
    // Opening a text changes nothing; `safeHtml` removes what readers would not see.
    onUpdate: (event) => onChange(event.editor.isEmpty ? '' : safeHtml(event.editor.getHTML())),
  });
  return (
    <>
      {/* The same class, declared once for each module format. */}
      <RichTextEditor editor={editor as never} labels={useLabels()}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content className={classes.written} />
      </RichTextEditor>
      {error && <p className={classes.error}>{error}</p>}
    </>
  );
};

function useLabels() {
  const { t } = useTranslation();
  return {
    h2ControlLabel: t('list.legaltexts.control.heading'),
    h3ControlLabel: t('list.legaltexts.control.subheading'),
    boldControlLabel: t('list.legaltexts.control.bold'),
    italicControlLabel: t('list.legaltexts.control.italic'),
    bulletListControlLabel: t('list.legaltexts.control.bullets'),
    orderedListControlLabel: t('list.legaltexts.control.numbers'),
    linkControlLabel: t('list.legaltexts.control.link'),
    unlinkControlLabel: t('list.legaltexts.control.unlink'),
    undoControlLabel: t('list.legaltexts.control.undo'),
    redoControlLabel: t('list.legaltexts.control.redo'),
    linkEditorInputLabel: t('list.legaltexts.control.address'),
    linkEditorInputPlaceholder: 'https://example.com/',
    linkEditorExternalLink: t('list.legaltexts.control.newTab'),
    linkEditorInternalLink: t('list.legaltexts.control.sameTab'),
    linkEditorSave: t('list.legaltexts.control.apply'),
  };
}
