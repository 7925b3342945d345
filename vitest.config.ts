import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What tests start as processes of their own need not be compiled anew each time: a second of a processor less each. */
const env = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compile', import.meta.url)),
  // A route that refuses with a code that it does not name fails.
  STRICT_CODES: 'on',
};

/** What a test waits for where it names no time: vitest's own second is less than an engine or a browser takes on a busy machine. */
const patient = { poll: { timeout: 30_000 } };

// Two cores: few workers, so that tests of the real store are not starved.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{proto,infra,services,frontends}/**/*.spec.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.int.spec.ts', '**/*.cluster.spec.ts', '**/*.e2e.spec.ts'],
          // They take milliseconds; a machine with other work may stand still for seconds.
          testTimeout: 20_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'integration',
          env,
          include: ['{proto,infra,services}/**/*.int.spec.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: patient,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'cluster',
          env,
          include: ['{infra,services}/**/*.cluster.spec.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['infra/engines/src/setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: patient,
          // One by itself has the machine; `npm run test:cluster` says which may run two at a time.
          maxWorkers: Number(process.env['TESSERA_CLUSTER_WORKERS'] ?? 1),
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['infra/verification/e2e/**/*.e2e.spec.ts'],
          testTimeout: 180_000,
          expect: patient,
          // With TESSERA_E2E=cluster a hook builds the images and starts the platform.
          hookTimeout: process.env['TESSERA_E2E'] === 'cluster' ? 900_000 : 180_000,
          globalSetup: ['infra/verification/product/share.ts'],
          // One product, two browsers. The platform of the cluster fills two cores by itself.
          maxWorkers: process.env['TESSERA_E2E'] === 'cluster' ? 1 : 2,
        },
      },
    ],
  },
});
