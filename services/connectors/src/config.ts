import { readClusterConfig, type ClusterConfig } from '@tessera/runtime/cluster-config';

type Environment = Readonly<Record<string, string | undefined>>;

/** Limits of imports, said before an upload. */
export type Limits = {
  /** Bytes of one uploaded file. */
  readonly uploadBytes: number;
  /** Bytes of all uploads that are kept for one organization. */
  readonly keptBytes: number;
  /** Records of one import. */
  readonly importRows: number;
};

const positive = (text: string | undefined, fallback: number): number => {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : fallback;
};

export const readLimits = (environment: Environment = process.env): Limits => ({
  uploadBytes: positive(environment['TESSERA_UPLOAD_MB'], 1024) * 1024 * 1024,
  keptBytes: positive(environment['TESSERA_UPLOADS_MB'], 5 * 1024) * 1024 * 1024,
  importRows: positive(environment['TESSERA_IMPORT_ROWS'], 2_000_000),
});

/** What this service needs when it runs in a process of its own. */
export const readConfig = (): ClusterConfig => readClusterConfig(process.env);
