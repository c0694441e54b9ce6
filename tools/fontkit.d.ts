// The part of fontkit's interface that the project uses; the package has no types.
declare module 'fontkit' {
  export interface Glyph {
    path: { commands: readonly { command: string; args: readonly number[] }[] };
  }

  export interface Font {
    hasGlyphForCodePoint(code: number): boolean;
    glyphForCodePoint(code: number): Glyph;
  }

  export function create(font: Buffer): Font;
}
