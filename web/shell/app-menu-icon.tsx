// Icons of menu items: the server names them by style classes such as `fa fa-calendar`, drawn here by our own set.
import {
  IconBell,
  IconBriefcase,
  IconBuilding,
  IconCalendar,
  IconChartBar,
  IconCircleDot,
  IconCreditCard,
  IconFileText,
  IconHome,
  IconMail,
  IconMapPin,
  IconMenu2,
  IconMessage,
  IconPrinter,
  IconQuestionMark,
  IconSettings,
  IconSpeakerphone,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';

const icons = {
  bars: IconMenu2,
  bell: IconBell,
  briefcase: IconBriefcase,
  building: IconBuilding,
  bullhorn: IconSpeakerphone,
  calendar: IconCalendar,
  'chart-bar': IconChartBar,
  cog: IconSettings,
  comment: IconMessage,
  'credit-card': IconCreditCard,
  envelope: IconMail,
  'file-text': IconFileText,
  home: IconHome,
  'map-marker': IconMapPin,
  print: IconPrinter,
  question: IconQuestionMark,
  user: IconUser,
  users: IconUsers,
} as const;

/** The icon of a style class; a dot for one we do not draw. */
export function MenuIcon({ icon, size = 20 }: { icon: string; size?: number }) {
  const name = /\bfa-([\w-]+)/.exec(icon)?.[1] ?? '';
  const Drawn = name in icons ? icons[name as keyof typeof icons] : IconCircleDot;
  return <Drawn size={size} stroke={1.75} aria-hidden="true" />;
}
