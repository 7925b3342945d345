import { readClusterConfig, type ClusterConfig } from '@tessera/runtime/cluster-config';

type Environment = Readonly<Record<string, string | undefined>>;

/** Limits of files, said before an upload. */
export type Limits = {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all files of one organization. */
  readonly roomBytes: number;
};

const megabytes = (text: string | undefined, fallback: number): number => {
  const value = Number(text);
  return (Number.isSafeInteger(value) && value > 0 ? value : fallback) * 1024 * 1024;
};

export const readLimits = (environment: Environment = process.env): Limits => ({
  fileBytes: megabytes(environment['TESSERA_FILE_MB'], 2048),
  roomBytes: megabytes(environment['TESSERA_FILES_MB'], 20 * 1024),
});

/** What this service needs when it runs in a process of its own; the only reader of the environment in this service. */
export const readConfig = (): ClusterConfig => readClusterConfig(process.env);
