import { later } from '../../later.tsx';

/** Loaded when a code is shown: a table opens without the drawing of codes. */
export const QrPicture = later(async () => (await import('./qr-picture.tsx')).QrPicture);
