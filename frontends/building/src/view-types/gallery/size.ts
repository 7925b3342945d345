import type { ViewConfig } from '@tessera/kit';

/** In px: how wide a card is at least. */
const widths = { small: 200, medium: 264, large: 360 } as const;

export type Size = keyof typeof widths;
export const sizes: readonly Size[] = ['small', 'medium', 'large'];

export const sizeOf = (config: ViewConfig): Size => sizes.find((size) => size === config['size']) ?? 'medium';

/** How many cards stand beside each other in so many px, with what lies between them. */
export const lanesFor = (width: number, size: Size, gap: number): number =>
  Math.max(1, Math.floor(width / (widths[size] + gap)));
