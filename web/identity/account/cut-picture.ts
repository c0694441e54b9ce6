// Draws the chosen part of a picture as a square of the size that is kept.

/** A JPEG of `size` times `size` pixels. */
export async function cutPicture(
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
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw.');
  // What is see-through in a PNG would be black in a JPEG.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, size, size);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, size, size);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty.'))), 'image/jpeg', 0.92);
  });
}
