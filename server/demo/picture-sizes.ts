// The sizes of the demo's pictures, in pixels and in the drawings' own units.

/** Portraits and scenes. */
export const square = { width: 800, height: 800 };

export const bannerSize = { width: 1200, height: 400 };
