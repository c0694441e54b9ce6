// Loads the library of pictures on first use: it takes 20 MB.

/** A picture is decoded by one thread: the other processors are for those who wait for less. */
const threads = 1;

export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(threads);
  return sharp;
}
