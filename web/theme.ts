// The Mantine theme, built from Daybook's tokens.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, virtualColor } from '@mantine/core';
import type { FocusEvent } from 'react';
import { breakpoints, colours, eventColours, fonts, ink, night, paperGrey, ribbon } from './tokens.ts';

const shades = (colour: readonly string[]) => colour as unknown as MantineColorsTuple; // A readonly tuple of ten.

export const theme = createTheme({
  primaryColor: 'primary',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  white: '#FFFFFF',
  black: colours.light.text,
  colors: {
    primary: virtualColor({ name: 'primary', light: 'ink', dark: 'ink' }),
    ink: shades(ink),
    ribbon: shades(ribbon),
    gray: shades(paperGrey),
    dark: shades(night),
  },
  fontFamily: fonts.text,
  fontFamilyMonospace: fonts.mono,
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: { fontFamily: fonts.text, fontWeight: '600' },
  breakpoints,
  defaultRadius: '8px',
  shadows: {
    xs: 'var(--daybook-shadow)',
    sm: 'var(--daybook-shadow)',
    md: 'var(--daybook-shadow)',
    lg: 'var(--daybook-shadow)',
    xl: 'var(--daybook-shadow)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The next key replaces the number. The library places the caret by timers, but leaves what is selected as a whole.
    NumberInput: {
      defaultProps: { onFocusCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select() },
    },
    // The list of a field that gets the focus because it is wrong would cover the reason. A click, a key or typing
    // opens it.
    Select: { defaultProps: { openOnFocus: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
  },
});

/** Points Mantine's variables at the tokens where its defaults lack contrast or clash with the paper. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--daybook-paper)',
    '--mantine-color-text': 'var(--daybook-text)',
    '--mantine-color-dimmed': 'var(--daybook-dimmed)',
    '--mantine-color-placeholder': 'var(--daybook-dimmed)',
    '--mantine-color-anchor': 'var(--daybook-ink)',
    '--mantine-color-error': 'var(--daybook-danger)',
    '--mantine-color-default': 'var(--daybook-card)',
    '--mantine-color-default-hover': 'var(--daybook-quiet)',
    '--mantine-color-default-color': 'var(--daybook-text)',
    '--mantine-color-ribbon-filled': 'var(--daybook-ribbon)',
    '--mantine-color-ribbon-filled-hover': ribbon[8],
    '--mantine-color-red-filled': eventColours.danger,
    '--mantine-color-red-filled-hover': '#A61E1E',
  };
  return {
    variables: {},
    light: {
      ...shared,
      '--mantine-color-default-border': paperGrey[4],
      '--mantine-color-red-light-color': '#A61E1E',
      // Items of menus.
      '--mantine-color-red-6': '#A61E1E',
    },
    dark: {
      ...shared,
      '--mantine-color-default-border': night[4],
      '--mantine-color-disabled': night[5],
      '--mantine-color-red-light-color': '#FFA8A8',
      '--mantine-color-red-6': '#FFA8A8',
      // Mantine's default is darker than the paper.
      '--mantine-color-ink-light': `color-mix(in srgb, ${ink[3]} 18%, transparent)`,
    },
  };
};
