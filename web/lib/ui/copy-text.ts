// Copies text to the clipboard, also where pages are served without HTTPS.
import i18next from 'i18next';
import { toast } from './toast/toasts.ts';

/** Copies and says so with the given words; where the browser refuses, it says that the person has to copy the text. */
export async function copyText(text: string, copied: string, notCopied = i18next.t('app.notCopied')): Promise<boolean> {
  const isCopied = await writeToClipboard(text);
  if (isCopied) toast('success', copied);
  else toast('warning', notCopied);
  return isCopied;
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** The way of browsers that offer no clipboard to pages without HTTPS. */
function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.cssText = 'position:fixed;inset-block-start:0;opacity:0';
  // Beside what has the focus: an open dialog keeps the focus inside.
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
