import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';
import type { S3Config, S3Files } from '../file-store-s3.ts';
import type { FileStore } from '../service.ts';

const answerMs = 1500;

/** Whether the store answers at all, whatever it says: asked without its client, which most processes never need. */
const answers = (endpoint: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const url = new URL(endpoint);
    const asked = (url.protocol === 'https:' ? encrypted : plain)(
      url,
      { method: 'HEAD', timeout: answerMs, agent: false },
      (response) => {
        response.resume();
        resolve();
      },
    );
    asked
      .on('timeout', () => asked.destroy(new Error('the file store does not answer')))
      .on('error', reject)
      .end();
  });

/**
 * Files in an S3-compatible store for a process that may never touch one: the client, some 20 MB of it, is loaded and
 * the bucket made with the first use. A store that was away then is tried again with the next.
 */
export const filesOnDemand = (config: S3Config): FileStore & { ready(): Promise<void>; close(): Promise<void> } => {
  let opening: Promise<S3Files> | undefined;
  const open = (): Promise<S3Files> => {
    opening ??= import('../file-store-s3.ts')
      .then(({ openS3Files }) => openS3Files(config))
      .catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
    return opening;
  };
  return {
    write: async (...given) => (await open()).write(...given),
    read: async (...given) => (await open()).read(...given),
    localPath: () => undefined,
    delete: async (...given) => (await open()).delete(...given),
    deleteAll: async (...given) => (await open()).deleteAll(...given),
    ready: () => answers(config.endpoint),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
};
