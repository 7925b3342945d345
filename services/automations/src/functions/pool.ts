import type { Language } from './languages.ts';
import { findLanguage, startSandbox, type Absent, type Program, type Sandbox } from './sandbox.ts';

/** Sandboxes that wait, of a language that was used lately. */
const warm = 2;
const idleMs = 60_000;

/** Sandboxes by language, each used once. Those that wait were started ahead, so that a call does not. */
export const createPool = (mostSeconds: number) => {
  const waiting = new Map<Language, Sandbox[]>();
  const timers = new Map<Language, NodeJS.Timeout>();
  let stopping = false;

  const drop = (language: Language): void => {
    for (const one of waiting.get(language) ?? []) one.end();
    waiting.delete(language);
  };
  const fill = (language: Language, program: Program): void => {
    if (stopping) return;
    const live = (waiting.get(language) ?? []).filter((one) => one.live());
    while (live.length < warm) live.push(startSandbox(language, program, mostSeconds));
    waiting.set(language, live);
    clearTimeout(timers.get(language));
    const timer = setTimeout(() => drop(language), idleMs);
    timer.unref();
    timers.set(language, timer);
  };

  return {
    take: async (language: Language): Promise<Sandbox | Absent> => {
      const found = await findLanguage(language);
      if ('absent' in found) return found.absent;
      const kept = waiting.get(language)?.shift();
      const taken = kept?.live() === true ? kept : startSandbox(language, found, mostSeconds);
      const isReady = await taken.ready;
      fill(language, found);
      return isReady ? taken : 'no_sandbox';
    },
    stop: (): void => {
      stopping = true;
      for (const timer of timers.values()) clearTimeout(timer);
      for (const language of waiting.keys()) drop(language);
    },
  };
};
