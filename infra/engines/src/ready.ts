import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ready = new Set<string>();

/** Runs `ready.sh` with one word of its own, once a process. Throws when it fails; its lines say why. */
export const makeReady = (word: string): void => {
  if (ready.has(word)) return;
  const { status } = spawnSync(fileURLToPath(new URL('../ready.sh', import.meta.url)), [word], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`infra/engines/ready.sh ${word} failed; the lines above say why.`);
  ready.add(word);
};
