const widths = new Map<string, number>();
const contexts = new Map<string, CanvasRenderingContext2D | null>();

const family = '"Inter Variable", Inter, "Inter fallback", system-ui, sans-serif';

/** Width of a text in px as the browser draws it; kept, because the same labels come again in every row. */
export const textWidth = (text: string, weight: 400 | 500, size: 12 | 13 | 14): number => {
  const key = `${weight}${size}${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  // One context a font: setting the font costs more than measuring.
  const font = `${weight} ${size}px ${family}`;
  let context = contexts.get(font);
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d');
    if (context) context.font = font;
    contexts.set(font, context);
  }
  if (!context) return text.length * size * 0.55;
  const width = context.measureText(text).width;
  if (widths.size > 20_000) widths.clear();
  widths.set(key, width);
  return width;
};

export const chipWidth = (label: string, size: 20 | 24): number =>
  Math.ceil(size === 20 ? textWidth(label, 500, 12) + 12 : textWidth(label, 500, 13) + 16);

/** The face arrives after the first rows; what was measured with the fallback is measured again. */
export const onFontsReady = (run: () => void): void => {
  if (typeof document === 'undefined' || document.fonts.status === 'loaded') return;
  void document.fonts.ready.then(() => {
    widths.clear();
    contexts.clear();
    run();
  });
};
