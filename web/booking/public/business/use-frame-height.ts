// Tells the page around the frame how tall the form is, so that it shows all of it without a scrollbar of its own.
import { type RefObject, useEffect } from 'react';

/** Messages between this form and `embed.js` on the page around it. */
interface Message {
  daybook: 'ready' | 'hello' | 'height';
  height?: number;
}

/** Sends the height of the content to the page around it, once that has proved to be one of the company's sites. */
export function useFrameHeight(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (window.parent === window || !content.current) return;
    const allowed = allowedOrigins();
    let origin: string | undefined;
    const send = (message: Message, to: string) => window.parent.postMessage(message, to);
    const sendHeight = () => {
      const height = Math.ceil(content.current?.getBoundingClientRect().height ?? 0);
      if (origin && height > 0) send({ daybook: 'height', height }, origin);
    };
    const onMessage = (event: MessageEvent<Partial<Message> | null>) => {
      if (event.source !== window.parent || !allowed.includes(event.origin)) return;
      if (event.data?.daybook !== 'hello') return;
      origin = event.origin;
      sendHeight();
    };
    window.addEventListener('message', onMessage);
    const observer = new ResizeObserver(sendHeight);
    observer.observe(content.current);
    // Says nothing that another page could use: a page that may show the form answers.
    send({ daybook: 'ready' }, '*');
    return () => {
      observer.disconnect();
      window.removeEventListener('message', onMessage);
    };
  }, [content]);
}

/** The company's sites, and a page of ours with the preview. */
function allowedOrigins(): string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=daybook-embed-origins]');
  return [location.origin, ...(meta?.content.split(' ').filter(Boolean) ?? [])];
}
