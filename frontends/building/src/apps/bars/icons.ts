import type { IconType } from '@tessera/kit';
import {
  IconAppWindow,
  IconBell,
  IconCalendar,
  IconChartBar,
  IconCheckbox,
  IconCurrencyDollar,
  IconFile,
  IconFolder,
  IconHome,
  IconLayoutKanban,
  IconLink,
  IconList,
  IconMail,
  IconMessage,
  IconPhone,
  IconPhoto,
  IconPlus,
  IconSearch,
  IconSettings,
  IconStar,
  IconTable,
  IconTag,
  IconUser,
  IconUsers,
  IconWorld,
} from '@tessera/kit/icons';

/** The icons that items of bars may have, by the name that is kept. */
export const barIcons = {
  app: IconAppWindow,
  home: IconHome,
  table: IconTable,
  list: IconList,
  kanban: IconLayoutKanban,
  calendar: IconCalendar,
  chart: IconChartBar,
  plus: IconPlus,
  search: IconSearch,
  star: IconStar,
  user: IconUser,
  users: IconUsers,
  message: IconMessage,
  mail: IconMail,
  phone: IconPhone,
  bell: IconBell,
  tasks: IconCheckbox,
  file: IconFile,
  folder: IconFolder,
  photo: IconPhoto,
  money: IconCurrencyDollar,
  tag: IconTag,
  link: IconLink,
  world: IconWorld,
  settings: IconSettings,
} as const satisfies Readonly<Record<string, IconType>>;
export type BarIcon = keyof typeof barIcons;
export const barIconNames = Object.keys(barIcons) as readonly BarIcon[];

export const barIcon = (name: string | null | undefined): IconType =>
  (barIcons as Readonly<Record<string, IconType>>)[name ?? ''] ?? IconAppWindow;
