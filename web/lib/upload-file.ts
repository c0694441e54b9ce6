// Sends one file up and answers its id, or why it was refused.
import i18next from 'i18next';
import type { Operation } from '#contract/lib/service.ts';

export async function uploadFile(operation: Operation, file: File): Promise<{ id: string } | { message: string }> {
  const body = new FormData();
  body.append('file', file);
  try {
    const response = await fetch(`/${operation.path}`, { method: 'POST', body });
    const answer: { Id?: string; Message?: string } | { Message: string }[] = await response.json();
    const first = Array.isArray(answer) ? answer[0] : answer;
    if (response.ok && first && 'Id' in first && first.Id) return { id: first.Id };
    return { message: first?.Message || i18next.t('error.unexpected') };
  } catch {
    return { message: i18next.t('error.offline') };
  }
}
