import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = process.env['KUBECTL'] ?? 'kubectl';

type Run = { readonly input?: string; readonly env?: Readonly<Record<string, string>>; readonly show?: boolean };

/**
 * Runs a program in the project's folder; answers what it printed. Throws with the end of what it said when it fails.
 */
export const run = (
  command: string,
  args: readonly string[],
  { input, env, show = false }: Run = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['pipe', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let out = '';
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child
      .once('error', reject)
      .once('close', (code) =>
        code === 0
          ? resolve(out)
          : reject(
              new Error(
                `${command} ${args.join(' ')} ended with ${code}:\n${`${out}${said}`.split('\n').slice(-30).join('\n')}`,
              ),
            ),
      );
    child.stdin?.end(input ?? '');
  });

export const kubectl = (...args: readonly string[]): Promise<string> => run(program, args);
export const apply = (text: string): Promise<string> => run(program, ['apply', '-f', '-'], { input: text });

/** Bytes from a command in one pod to a command in another: `tar` here, `tar` there. */
export const pipe = (from: readonly string[], to: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const source = spawn(program, ['exec', ...from], { stdio: ['ignore', 'pipe', 'inherit'] });
    const target = spawn(program, ['exec', '-i', ...to], { stdio: ['pipe', 'ignore', 'inherit'] });
    source.stdout.pipe(target.stdin);
    let open = 2;
    for (const child of [source, target])
      child
        .once('error', reject)
        .once('close', (code) =>
          code === 0 ? (open -= 1) === 0 && resolve() : reject(new Error(`kubectl exec ended with ${code}`)),
        );
  });

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Asks until it holds; throws with the last failure after `seconds`. */
export const until = async <T>(what: string, seconds: number, look: () => Promise<T | undefined>): Promise<T> => {
  const deadline = performance.now() + seconds * 1000;
  let last: unknown;
  while (performance.now() < deadline) {
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    await pause(500);
  }
  throw new Error(`${what}: not within ${seconds} s${last === undefined ? '' : ` (${String(last)})`}`);
};
