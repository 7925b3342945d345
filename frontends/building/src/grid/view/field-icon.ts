import type { IconType } from '@tessera/kit';
import {
  IconAlignLeft,
  IconAt,
  IconCalendar,
  IconCalendarTime,
  IconCheckbox,
  IconCircleDot,
  IconClockHour4,
  IconCurrencyDollar,
  IconLetterT,
  IconLink,
  IconNumbers,
  IconPercentage,
  IconPhone,
  IconTags,
  IconUser,
  IconUserCircle,
} from '@tessera/kit/icons';

const icons: Readonly<Record<string, IconType>> = {
  singleLineText: IconLetterT,
  text: IconAlignLeft,
  number: IconNumbers,
  percent: IconPercentage,
  currency: IconCurrencyDollar,
  select: IconCircleDot,
  multipleSelect: IconTags,
  date: IconCalendar,
  dateTime: IconCalendarTime,
  checkbox: IconCheckbox,
  link: IconLink,
  phone: IconPhone,
  email: IconAt,
  user: IconUser,
  criado_por: IconUserCircle,
  criado_em: IconClockHour4,
  atualizado_por: IconUserCircle,
  atualizado_em: IconClockHour4,
};

/** The icon of a field type; unknown ones look like text. */
export const fieldIcon = (type: string): IconType => icons[type] ?? IconLetterT;
