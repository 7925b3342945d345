export const overlaysId = 'overlays';

/** Selector of the place where everything that floats is drawn. */
export const overlays = `#${overlaysId}`;
