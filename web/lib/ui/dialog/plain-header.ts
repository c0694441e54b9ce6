// Removes the banner role from the header of a dialog or drawer.

/** For `attributes` of Mantine's Modal and Drawer, which render a `<header>`. */
export const plainHeader = { header: { role: 'presentation' } };
