import { Segmented } from '@tessera/kit';
import type { SettingsProps } from '../view.ts';
import { sizeOf, sizes } from './size.ts';

/** How large the cards are. */
export const GallerySettings = ({ state, labels }: SettingsProps) => (
  <Segmented
    label={labels['size'] ?? ''}
    value={sizeOf(state.config)}
    options={sizes.map((size) => ({ value: size, label: labels[size] ?? size }))}
    onChange={(size) => state.change((before) => ({ ...before, size }))}
  />
);
