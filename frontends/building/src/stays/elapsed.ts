/** A time in its two largest parts, as `34 d 2 h`, `1 h 40 min` or `12 min`: what `show` makes of numbers and units. */
export const elapsedParts = (
  seconds: number,
): readonly (readonly [count: number, unit: 'day' | 'hour' | 'minute'])[] => {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0)
    return hours % 24 === 0
      ? [[days, 'day']]
      : [
          [days, 'day'],
          [hours % 24, 'hour'],
        ];
  if (hours > 0)
    return minutes % 60 === 0
      ? [[hours, 'hour']]
      : [
          [hours, 'hour'],
          [minutes % 60, 'minute'],
        ];
  return [[minutes, 'minute']];
};
