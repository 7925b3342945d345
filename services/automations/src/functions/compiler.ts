import { hash } from 'node:crypto';
import { bounded } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import type { createPool } from './pool.ts';
import { runtimes, type Language } from './languages.ts';
import type { Absent, Sandbox } from './sandbox.ts';

export const bucket = 'function-programs';
/** What is called after so long is compiled again. */
const keptMs = 90 * 24 * 3_600_000;
const mostMs = 10_000;
/** Programs that are held in memory, the last ones that were called. */
const mostHeld = 20;
const mostProblems = 20;

/** What the compiler says against code; lines and columns from 1. */
export type Problem = { readonly line: number; readonly column: number; readonly code: string; readonly text: string };
/** What is sent into a sandbox in the place of code, or why there is none. */
export type Built =
  { readonly program: string } | { readonly problems: readonly Problem[] } | { readonly absent: Absent };

/** The errors in what a compiler of C# prints: `/tmp/Function.cs(3,5): error CS1002: ; expected`. */
export const problemsOf = (told: string): readonly Problem[] =>
  told
    .split('\n')
    .flatMap((one) => {
      const found = /^[^(]{0,100}\((\d{1,7}),(\d{1,7})[^)]{0,20}\): error (CS\d{1,5}): (.{1,1000})/.exec(one);
      if (found === null) return [];
      const [, line, column, code = '', text = ''] = found;
      return [{ line: Number(line), column: Number(column), code, text: text.trim() }];
    })
    .slice(0, mostProblems);

/** Problems as people read them, the first ones. */
export const problemText = (problems: readonly Problem[]): string =>
  problems.map(({ line, column, code, text }) => `${line}:${column} ${code} ${text}`).join('\n');

const unknownProblem = (text: string): { readonly problems: readonly Problem[] } => ({
  problems: [{ line: 1, column: 1, code: '', text: text.slice(0, 500) }],
});

/** Has a sandbox compile code, which may be as bad as any: it is bounded as a call is. */
const compileIn = (sandbox: Sandbox, code: string): Promise<Built> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(unknownProblem('The compiler took too long.')), mostMs);
    const end = (built: Built): void => {
      clearTimeout(timer);
      resolve(built);
    };
    sandbox.listen(
      (said) => {
        if ('error' in said) return end(unknownProblem(said.error));
        if (!('result' in said)) return;
        const { assembly, told } = said.result as { readonly assembly?: unknown; readonly told?: unknown };
        if (typeof assembly === 'string') return end({ program: assembly });
        const problems = problemsOf(String(told));
        end(problems.length === 0 ? unknownProblem(String(told)) : { problems });
      },
      () => end(unknownProblem('The compiler ended before it answered.')),
    );
    sandbox.send({ compile: code });
  });

/** Turns code into what a sandbox runs: itself, or what its compiler makes of it, once for a function. */
export const createCompiler = (
  { state, clock }: Pick<ServicePorts, 'state' | 'clock'>,
  pool: Pick<ReturnType<typeof createPool>, 'take'>,
) => {
  const held = bounded<string, string>(mostHeld);
  const keyOf = (functionId: string, code: string): string => `${functionId}:${hash('sha256', code).slice(0, 32)}`;
  return {
    /** `isKept`: the code is that of a version, and is called again. */
    built: async (
      { organizationId, functionId }: { readonly organizationId: string; readonly functionId: string },
      { language, sourceCode }: { readonly language: Language; readonly sourceCode: string },
      isKept: boolean,
    ): Promise<Built> => {
      if (runtimes[language].compiled !== true) return { program: sourceCode };
      const key = keyOf(functionId, sourceCode);
      const at = `${organizationId}:${key}`;
      let program =
        held.get(at) ?? (await state.get<{ readonly program: string }>(organizationId, bucket, key))?.program;
      const isNew = program === undefined;
      if (program === undefined) {
        const sandbox = await pool.take(language);
        if (typeof sandbox === 'string') return { absent: sandbox };
        try {
          const built = await compileIn(sandbox, sourceCode);
          if (!('program' in built)) return built;
          program = built.program;
        } finally {
          sandbox.end();
        }
      }
      held.set(at, program);
      if (isKept && isNew) await state.put(organizationId, bucket, key, { program }, { expiresAt: clock() + keptMs });
      return { program };
    },
    forget: async (organizationId: string, functionId: string): Promise<void> => {
      for (const { key } of await state.list(organizationId, bucket, `${functionId}:`, 1_000)) {
        held.delete(`${organizationId}:${key}`);
        await state.delete(organizationId, bucket, key);
      }
    },
  };
};
