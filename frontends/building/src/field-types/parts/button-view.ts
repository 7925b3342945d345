import { languageFor } from '@tessera/kit';
import type { ComponentType } from 'react';
import { later } from '../../later.tsx';
import type { FieldTypeView, PressedProps } from '../view.ts';

const settings = () => import('./button-settings.tsx');

/** Loaded when a field is set up: a table opens without them. */
export const ButtonTextSetting = later(async () => (await settings()).ButtonTextSetting);
export const OpenWaySetting = later(async () => (await settings()).OpenWaySetting);
export const ButtonLinkSetting = later(async () => (await settings()).ButtonLinkSetting);

/** What types of buttons have in common on screen; `press` among their labels is what they say. */
export const buttonView = (texts: FieldTypeView['texts'], Pressed: ComponentType<PressedProps>) =>
  ({
    texts,
    cell: () => null,
    entry: { by: 'nobody' },
    filterValues: {},
    button: {
      label: ({ props }, locale) => {
        const { label = '' } = props as { readonly label?: string };
        return label === '' ? (texts[languageFor([locale])].labels?.['press'] ?? '') : label;
      },
      Pressed,
    },
  }) as const satisfies Partial<FieldTypeView>;
