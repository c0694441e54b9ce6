// Sets the address of a link in a formatted text.
import { Button, Popover, TextInput } from '@mantine/core';
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusPopover } from '#web/lib/ui/dialog/focus-popover.tsx';
import classes from './formatted-text.module.css';
import { linkFrom } from './link-from.ts';

export function LinkControl() {
  const { t } = useTranslation();
  // The same class, declared once for each module format.
  const editor = useRichTextEditorContext().editor as unknown as Editor | null;
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const isActive = useEditorState({ editor, selector: (state) => state.editor?.isActive('link') ?? false });
  const open = () => setTyped(String(editor?.getAttributes('link').href ?? ''));
  const close = () => {
    setTyped(undefined);
    setWrong(false);
  };
  const apply = () => {
    const link = linkFrom(typed ?? '');
    if (link === undefined) return setWrong(true);
    close();
    if (editor) setLink(editor, link);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // The form around the text is not submitted.
    event.stopPropagation();
    apply();
  };
  const label = t('list.legaltexts.control.link');
  return (
    <FocusPopover opened={typed !== undefined} onClose={close} returnFocus={false}>
      <Popover.Target>
        <RichTextEditor.Control aria-label={label} title={label} active={isActive ?? false} onClick={open}>
          <IconLink size={16} stroke={1.5} aria-hidden="true" />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.link}>
          <TextInput
            data-autofocus
            inputMode="url"
            placeholder="https://example.com/"
            aria-label={t('list.legaltexts.control.address')}
            value={typed ?? ''}
            error={isWrong && t('list.legaltexts.control.badAddress')}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(false);
            }}
            onKeyDown={onKeyDown}
          />
          <Button variant="default" onClick={apply}>
            {t('list.legaltexts.control.apply')}
          </Button>
        </div>
      </Popover.Dropdown>
    </FocusPopover>
  );
}

/** Of the chosen text, or the link around the caret. Where there is neither, the address itself becomes the text. */
function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (href === '') chain.unsetLink().run();
  else if (editor.state.selection.empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.setLink({ href }).run();
}
