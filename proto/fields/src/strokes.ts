/** What a signature is drawn in, in units of its path. */
export const signatureSize = { width: 1000, height: 400 } as const;
export const longestSignature = 20_000;
