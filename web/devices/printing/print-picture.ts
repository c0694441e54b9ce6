// Prints the picture of a paper by the print dialog of the browser, in the size that it has on a receipt printer.

/** Dots of a millimetre at 203 dots per inch. */
const dotsPerMillimetre = 8;
/** Around the printable area (mm). */
const margin = 4;

/** Resolves once the dialog is closed. */
export async function printPicture(address: string): Promise<void> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const width = picture.naturalWidth / dotsPerMillimetre;
  const height = picture.naturalHeight / dotsPerMillimetre;
  const frame = document.createElement('iframe');
  frame.style.cssText = 'position:fixed;inset-block-end:0;inline-size:0;block-size:0;border:0';
  frame.title = '';
  frame.ariaHidden = 'true';
  document.body.append(frame);
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view) throw new Error('The browser shows no frame.');
  const style = page.createElement('style');
  style.textContent = `
    @page { size: ${width + 2 * margin}mm ${height + 2 * margin}mm; margin: ${margin}mm }
    body { margin: 0 }
    img { display: block; inline-size: ${width}mm; image-rendering: pixelated }`;
  const shown = page.createElement('img');
  shown.src = address;
  shown.alt = '';
  page.head.append(style);
  page.body.append(shown);
  await shown.decode();
  view.focus();
  view.print();
  // Some browsers return at once and read the page while their dialog is open.
  setTimeout(() => frame.remove(), removeAfter);
}

const removeAfter = 60_000;
