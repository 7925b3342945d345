import { addPlacesTexts } from '../places/texts.ts';
import { Palette } from './palette.tsx';
import { addPaletteTexts } from './texts.ts';

/** The palette, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof Palette }> => {
  await Promise.all([addPaletteTexts(), addPlacesTexts()]);
  return { default: Palette };
};
