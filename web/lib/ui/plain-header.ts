// The head of a dialog or drawer is no banner of the page.

/** For `attributes` of Mantine's Modal and Drawer, which draw their heads as `<header>`. */
export const plainHeader = { header: { role: 'presentation' } };
