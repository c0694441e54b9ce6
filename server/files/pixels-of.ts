// Reads the size of a picture in its header, before a decoder is loaded for it.

/**
 * Returns how many pixels a JPEG, PNG or WebP says it has; undefined where its header says nothing, which is the
 * decoder's to refuse.
 */
export function pixelsOf(bytes: Buffer): number | undefined {
  try {
    if (bytes.readUInt16BE(0) === 0xffd8) return pixelsOfJpeg(bytes);
    if (bytes.toString('latin1', 12, 16) === 'IHDR') return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
    return pixelsOfWebp(bytes);
  } catch (error) {
    // The file ends within its header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Of the frame header (ITU-T T.81, B.2.2), behind segments of any length. */
function pixelsOfJpeg(bytes: Buffer): number | undefined {
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    // A marker may begin with several such bytes.
    if (marker === 0xff) at++;
    else if (isFrame(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
}

/** SOF0 to SOF15, without the tables that lie between them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** RFC 9649, sections 2.5 to 2.7. */
function pixelsOfWebp(bytes: Buffer): number | undefined {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8 ') return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff);
  if (kind === 'VP8X') return (bytes.readUIntLE(24, 3) + 1) * (bytes.readUIntLE(27, 3) + 1);
  if (kind !== 'VP8L') return undefined;
  const sizes = bytes.readUInt32LE(21);
  return ((sizes & 0x3fff) + 1) * (((sizes >>> 14) & 0x3fff) + 1);
}
