// Edits a text with its formatting: headings, bold, lists, links. Load it on demand: the editor is large.
import { Menu } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import { IconBraces } from '@tabler/icons-react';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeTextLink } from '#contract/lib/links.ts';
import { safeHtml } from '#web/lib/ui/safe-html.ts';
import classes from './formatted-text.module.css';
import { LinkControl } from './link-control.tsx';

// The elements that the reader's page keeps.
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      // A name with a dot, such as Node.js, is not meant as an address.
      shouldAutoLink: (typed) => /^https?:\/\//.test(typed),
      isAllowedUri: (address) => isSafeTextLink(address ?? ''),
    },
    code: false,
    codeBlock: false,
    strike: false,
  }),
];

interface Props {
  id: string;
  label: string;
  /** HTML. */
  value: string;
  error?: ReactNode;
  disabled?: boolean;
  /** Takes the focus once it is there, behind its text. */
  autoFocus?: boolean;
  /** Texts to insert from a menu, such as placeholders. */
  insertions?: readonly { text: string; label: string }[];
  onChange(html: string): void;
}

export function FormattedText(props: Props) {
  const { id, value, label, error, disabled = false, autoFocus = false, insertions = [], onChange } = props;
  const { t } = useTranslation();
  const editor = useEditor({
    extensions,
    // The page's policy allows no styles from scripts.
    injectCSS: false,
    content: safeHtml(value),
    editable: !disabled,
    autofocus: autoFocus && 'end',
    editorProps: {
      attributes: { id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      // The key submits the form, and adds no line.
      handleKeyDown: (_view, { key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey),
    },
    // Opening a text changes nothing; `safeHtml` removes what readers would not see.
    onUpdate: (event) => onChange(event.editor.isEmpty ? '' : safeHtml(event.editor.getHTML())),
  });
  return (
    <>
      {/* The same class, declared once for each module format. */}
      <RichTextEditor editor={editor as never} labels={useLabels()}>
        {!disabled && (
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
              <LinkControl />
              <RichTextEditor.Unlink />
            </RichTextEditor.ControlsGroup>
            {insertions.length > 0 && (
              <RichTextEditor.ControlsGroup>
                <Menu transitionProps={{ duration: 0 }} returnFocus={false}>
                  <Menu.Target>
                    <RichTextEditor.Control
                      aria-label={t('list.legaltexts.control.insert')}
                      title={t('list.legaltexts.control.insert')}
                    >
                      <IconBraces size={16} stroke={1.5} aria-hidden="true" />
                    </RichTextEditor.Control>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {insertions.map(({ text, label: name }) => (
                      <Menu.Item key={text} onClick={() => editor?.chain().focus().insertContent(text).run()}>
                        {name}
                      </Menu.Item>
                    ))}
                  </Menu.Dropdown>
                </Menu>
              </RichTextEditor.ControlsGroup>
            )}
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Undo />
              <RichTextEditor.Redo />
            </RichTextEditor.ControlsGroup>
          </RichTextEditor.Toolbar>
        )}
        <RichTextEditor.Content className={classes.written} />
      </RichTextEditor>
      {error && <p className={classes.error}>{error}</p>}
    </>
  );
}

function useLabels() {
  const { t } = useTranslation();
  return {
    h2ControlLabel: t('list.legaltexts.control.heading'),
    h3ControlLabel: t('list.legaltexts.control.subheading'),
    boldControlLabel: t('list.legaltexts.control.bold'),
    italicControlLabel: t('list.legaltexts.control.italic'),
    bulletListControlLabel: t('list.legaltexts.control.bullets'),
    orderedListControlLabel: t('list.legaltexts.control.numbers'),
    unlinkControlLabel: t('list.legaltexts.control.unlink'),
    undoControlLabel: t('list.legaltexts.control.undo'),
    redoControlLabel: t('list.legaltexts.control.redo'),
  };
}
