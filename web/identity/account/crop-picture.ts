// Renders the cropped area of a picture as a square of the stored size.

/** Returns a JPEG of `size` × `size` pixels. */
export async function cropPicture(
  url: string,
  part: { x: number; y: number; width: number; height: number },
  size: number,
): Promise<Blob> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  // JPEG has no transparency; transparent areas would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size, size);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, size, size);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty.'))), 'image/jpeg', 0.92);
  });
}
