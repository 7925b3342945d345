import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { readLimits, type Limits } from './config.ts';
import type { FilesEvent } from './events.ts';
import { filesRpc } from './grpc.ts';
import { filesReactions } from './kept/reactions.ts';
import { linkRoutes } from './links/http.ts';
import { createReadable } from './links/readable.ts';
import { createThumbnails } from './thumbnails/thumbnails.ts';
import { uploadRoutes } from './uploads/http.ts';
import { createUploads } from './uploads/uploads.ts';

const sweepMs = 3_600_000;

/** What the service is made of. */
export const compose = (ports: ServicePorts<FilesEvent>, limits: Limits = readLimits()): ComposedService => {
  const uploads = createUploads(ports, limits);
  const readable = createReadable(ports, uploads);
  const thumbnails = createThumbnails(ports);
  let sweeper: NodeJS.Timeout | undefined;
  const sweep = (): void =>
    void uploads
      .sweep()
      .catch((error: unknown) => ports.log.warn('old uploads could not be removed', { error: String(error) }));
  return {
    name: 'files',
    routes: [...uploadRoutes(uploads, limits), ...linkRoutes(ports, readable, thumbnails)],
    rpc: [filesRpc(uploads, readable)],
    reactions: filesReactions({ ...ports, thumbnails }),
    start: async () => {
      sweep();
      sweeper = setInterval(sweep, sweepMs);
      sweeper.unref();
    },
    stop: async () => {
      clearInterval(sweeper);
      await thumbnails.stop();
    },
  };
};
