/** Order of two texts by code point, which is the order of their UTF-8 bytes. */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      const high = x >= 0xd800 && x <= 0xdfff;
      // A surrogate stands for a code point above every other unit.
      return high === (y >= 0xd800 && y <= 0xdfff) ? x - y : high ? 1 : -1;
    }
  }
  return a.length - b.length;
};
