// Shows the booking form of a business on another website. See docs/guides/on-your-website.md.
(() => {
  const script = document.currentScript;
  if (!script) return;
  const { location: place, as = 'inline', label = 'Book', service, options, person, title = label } = script.dataset;
  const home = new URL(script.src).origin;
  if (!place) return console.error('Daybook: data-location is missing.');
  const page = `${home}/${encodeURIComponent(place)}`;

  /** A frame as tall as its content. `onHeight` is called with each new height. */
  const frame = (onHeight) => {
    const url = new URL(`${home}/embed/${encodeURIComponent(place)}`);
    if (service) url.searchParams.set('service', service);
    if (options) url.searchParams.set('options', options);
    if (person) url.searchParams.set('person', person);
    const made = document.createElement('iframe');
    made.src = url.href;
    made.title = title;
    made.style.cssText = 'display:block;width:100%;height:480px;border:0;color-scheme:normal';
    addEventListener('message', ({ source, origin, data }) => {
      if (origin !== home || source !== made.contentWindow || !data) return;
      if (data.daybook === 'ready') source.postMessage({ daybook: 'hello' }, home);
      if (data.daybook === 'height' && data.height > 0 && data.height < 20000) {
        made.style.height = `${Math.ceil(data.height)}px`;
        onHeight?.();
      }
    });
    return made;
  };

  /** Where the script stands; one in the head, which shows nothing, adds to the end of the page. */
  const put = (element) => {
    if (!document.head.contains(script)) script.after(element);
    else if (document.body) document.body.append(element);
    else addEventListener('DOMContentLoaded', () => document.body.append(element));
  };

  let dialog;
  const open = (event) => {
    // A new tab, or a browser without dialogs: the link leads to the page.
    if (event.ctrlKey || event.metaKey || event.shiftKey || !window.HTMLDialogElement) return;
    event.preventDefault();
    if (!dialog) {
      dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', title);
      dialog.style.cssText =
        'box-sizing:border-box;width:min(44rem,100vw);max-width:100vw;max-height:100dvh;padding:2.75rem 0 0;border:0;border-radius:12px;overflow:auto;color-scheme:light dark;background:Canvas;color:CanvasText';
      const close = document.createElement('button');
      close.type = 'button';
      close.textContent = '\u2715';
      close.setAttribute('aria-label', script.dataset.close || 'Close');
      close.style.cssText =
        'position:absolute;top:0;right:0;width:2.75rem;height:2.75rem;border:0;background:none;color:inherit;font-size:1.125rem;cursor:pointer';
      close.onclick = () => dialog.close();
      dialog.onclick = ({ target }) => target === dialog && dialog.close();
      dialog.append(close, frame());
      document.body.append(dialog);
    }
    dialog.showModal();
  };

  if (as === 'link') {
    // The links of the site itself that lead to the page of the business.
    document.addEventListener('click', (event) => {
      const link = event.target.closest?.('a[href]');
      if (link && (link.href === page || link.href.startsWith(`${page}?`))) open(event);
    });
  } else if (as === 'button') {
    const button = document.createElement('a');
    button.href = page;
    button.textContent = label;
    button.style.cssText =
      'display:inline-block;padding:.75rem 1.25rem;border-radius:8px;background:#1f3a5f;color:#fff;font:600 1rem/1.25 system-ui,sans-serif;text-decoration:none';
    button.onclick = open;
    put(button);
  } else {
    // A shorter step may leave the visitor below the form.
    const made = frame(() => made.getBoundingClientRect().bottom < 100 && made.scrollIntoView());
    put(made);
  }
})();
