// The height of the rows of lists, chosen for this browser.
import { useLocalStorage } from '@mantine/hooks';

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'daybook-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  });
  // Another release may have stored another word.
  return [densities.includes(density) ? density : 'comfortable', setDensity];
}
