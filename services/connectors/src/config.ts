/** Limits of imports. The only reader of the environment in this service. */
export type Config = {
  /** Bytes of one uploaded file. */
  readonly uploadBytes: number;
  /** Records of one import. */
  readonly importRows: number;
};

const positive = (text: string | undefined, fallback: number): number => {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : fallback;
};

export const readConfig = (env: Readonly<Record<string, string | undefined>> = process.env): Config => ({
  uploadBytes: positive(env['TESSERA_UPLOAD_MB'], 1024) * 1024 * 1024,
  importRows: positive(env['TESSERA_IMPORT_ROWS'], 2_000_000),
});
