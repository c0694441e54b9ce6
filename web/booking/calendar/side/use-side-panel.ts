// The panel beside the calendar: always open on very wide screens, folded below, a drawer on narrow ones.
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';

const atOnce = { getInitialValueInEffect: false };

export function useSidePanel() {
  const isVeryWide = useMediaQuery('(width >= 90em)', undefined, atOnce);
  const hasRoom = useMediaQuery('(width >= 62em)', undefined, atOnce);
  const [unfolded, setUnfolded] = useLocalStorage({ key: 'daybook-calendar-side', defaultValue: false, ...atOnce });
  const [drawerOpen, drawer] = useDisclosure(false);
  return {
    isShown: isVeryWide || (hasRoom && unfolded),
    isDrawerOpen: drawerOpen && !hasRoom,
    closeDrawer: drawer.close,
    /** Undefined where the panel is always open. */
    toggle: isVeryWide ? undefined : hasRoom ? () => setUnfolded(!unfolded) : drawer.toggle,
  };
}
