// Keeps what is typed into a new text block before its editor has loaded and has the focus.
import type { KeyboardEvent } from 'react';

/**
 * For the element that has the focus until then. Before the editor is there, letters go to `onText`, as HTML of one
 * paragraph; once it is there, it takes the focus and with it the key that is being pressed.
 */
export function keepEarlyTyping(event: KeyboardEvent<HTMLElement>, text: string, onText: (html: string) => void): void {
  const { key, target, currentTarget, ctrlKey, metaKey, altKey } = event;
  if (target !== currentTarget || key.length !== 1 || ctrlKey || metaKey || altKey) return;
  const editor = currentTarget.querySelector<HTMLElement>('[role="textbox"]');
  if (editor) {
    editor.focus();
    getSelection()?.selectAllChildren(editor);
    getSelection()?.collapseToEnd();
    return;
  }
  event.preventDefault();
  const written = new DOMParser().parseFromString(text, 'text/html').body.textContent;
  const paragraph = document.createElement('p');
  paragraph.textContent = `${written}${key}`;
  onText(paragraph.outerHTML);
}
