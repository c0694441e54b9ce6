// The part of subset-font's interface that the project uses; the package has no types.
declare module 'subset-font' {
  /** Returns a font with only the characters of `text`, these features, and these ranges or values of its axes. */
  // biome-ignore lint/style/noDefaultExport: The package exports it so.
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype';
      keepFeatures?: readonly string[];
      variationAxes?: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
