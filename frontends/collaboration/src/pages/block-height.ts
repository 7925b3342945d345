/** Of a block in a text, in pixels: the service refuses what is beyond. */
export const leastHeight = 10;
export const mostHeight = 3000;
export const firstHeight = 300;
/** A block grows and shrinks by so much. */
export const heightStep = 18;

/** The nearest height that a block may have: whole steps above the least. */
export const fittedHeight = (height: number): number => {
  const steps = Math.round((height - leastHeight) / heightStep);
  const most = Math.floor((mostHeight - leastHeight) / heightStep);
  return leastHeight + Math.max(0, Math.min(steps, most)) * heightStep;
};
