/**
 * How a byte that its file's encoding has no character for stands in a text: as half of a pair, which no text of a file
 * has (as Python's "surrogateescape"). So does a zero, which no store keeps.
 */
export const brokenByte = (byte: number): string => String.fromCharCode(0xdc00 + byte);

/** Whether a text holds such bytes. No field keeps it. */
export const isBroken = (text: string): boolean => !text.isWellFormed();

/** A text as it is shown: such bytes as "\\xE9". */
export const showBroken = (text: string): string =>
  isBroken(text)
    ? text
        .replace(/[\udc00\udc80-\udcff]/g, (half, at: number, whole: string) => {
          const before = at > 0 ? whole.charCodeAt(at - 1) : 0;
          const isPair = before >= 0xd800 && before <= 0xdbff;
          return isPair ? half : `\\x${(half.charCodeAt(0) - 0xdc00).toString(16).toUpperCase().padStart(2, '0')}`;
        })
        .toWellFormed()
    : text;
