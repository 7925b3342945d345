import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { table, type Figure } from './report.ts';

/** The parts of the bench that `--only` chooses from. */
export const partNames = ['api', 'text', 'import', 'live', 'browser', 'crowd', 'start'] as const;
type PartName = (typeof partNames)[number];

/** The parts that a list names; all of them without one. Throws where it names another, which would run nothing. */
export const chosenParts = (only: string | undefined): ReadonlySet<PartName> => {
  if (only === undefined) return new Set(partNames);
  const wanted = only.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !(partNames as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new Error(`there is no part "${unknown.join('", "')}"; choose of ${partNames.join(', ')}`);
  return new Set(wanted as PartName[]);
};

type Problem = { readonly part: string; readonly why: string };
export type Parts = {
  /** Does a part; one that throws is named with its reason, answers undefined, and the others go on. */
  run<T>(part: string, work: () => T | Promise<T>): Promise<T | undefined>;
  /** Says why a part that was wanted is not done. */
  skip(part: string, why: string): void;
  /** What failed; and what was wanted and not done. */
  outcome(): { readonly failed: readonly Problem[]; readonly notRun: readonly Problem[] };
};

/** The parts of a bench, of which some are wanted. */
export const createParts = (
  wanted: Iterable<string>,
  tell: (line: string) => void = (line) => console.log(line),
): Parts => {
  const begun = new Set<string>();
  const failed: Problem[] = [];
  const skipped: Problem[] = [];
  return {
    run: async (part, work) => {
      begun.add(part);
      try {
        return await work();
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        tell(`!!  ${part} failed: ${why}`);
        failed.push({ part, why });
        return undefined;
      }
    },
    skip: (part, why) => void skipped.push({ part, why }),
    outcome: () => {
      const left = [...wanted].filter((part) => !begun.has(part) && skipped.every((one) => one.part !== part));
      return { failed, notRun: [...skipped, ...left.map((part) => ({ part, why: 'what it needs failed before' }))] };
    },
  };
};

/** Ends a bench with its table and its JSON, whatever became of its parts; the process fails if one of them did. */
export const endBench = (report: string, facts: object, figures: readonly Figure[], parts: Parts): void => {
  const { failed, notRun } = parts.outcome();
  console.log(`\n${table(figures)}\n`);
  for (const { part, why } of notRun) console.log(`not run: ${part}: ${why}`);
  for (const { part, why } of failed) console.log(`failed: ${part}: ${why}`);
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, `${JSON.stringify({ ...facts, figures, failed, notRun }, null, 2)}\n`);
  console.log(`${figures.filter((one) => one.ok).length} of ${figures.length} reached; ${report}`);
  if (failed.length > 0) process.exitCode = 1;
};
