import { type ComponentType, lazy } from 'react';
import type { FilterValueProps } from '../view.ts';

const inputs = () => import('./filter-inputs.tsx');
/** Loaded when a condition is shown: a table opens without them. */
const late = (pick: (all: Awaited<ReturnType<typeof inputs>>) => ComponentType<FilterValueProps>) =>
  lazy(async () => ({ default: pick(await inputs()) }));

const TextValue = late((all) => all.TextValue);
const TextsValue = late((all) => all.TextsValue);
export const BooleanValue = late((all) => all.BooleanValue);
const NumberValue = late((all) => all.NumberValue);
const NumberRange = late((all) => all.NumberRange);
const ReadValue = late((all) => all.ReadValue);
const ReadRange = late((all) => all.ReadRange);
const DateValue = late((all) => all.DateValue);
const DateRange = late((all) => all.DateRange);
const OptionValue = late((all) => all.OptionValue);
const OptionsValue = late((all) => all.OptionsValue);
const PersonValue = late((all) => all.PersonValue);
const PeopleValue = late((all) => all.PeopleValue);

/** By what an operator takes: texts, amounts, days, options and people are entered in one way each. */
export const textValues = { text: TextValue, texts: TextsValue } as const;
export const numberValues = { number: NumberValue, range: NumberRange } as const;
export const readValues = { time: ReadValue, number: ReadValue, range: ReadRange } as const;
export const dateValues = { date: DateValue, range: DateRange } as const;
export const optionValues = { option: OptionValue, options: OptionsValue } as const;
export const personValues = { user: PersonValue, users: PeopleValue } as const;
