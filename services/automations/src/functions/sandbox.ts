import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { constants, rmSync } from 'node:fs';
import { access, chmod, copyFile, link, mkdtemp, readFile, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { hostPlace, runtimes, type Language } from './languages.ts';

const bubblewrap = '/usr/bin/bwrap';
const prlimit = '/usr/bin/prlimit';
const nobody = 65_534;
const mostTmp = 16 * 1024 * 1024;
/** What one call may hold, in bytes; the count is what all its processes hold together. */
export const mostMemory = 256 * 1024 * 1024;
const mostOutput = 1024 * 1024;
const watchMs = 20;

const isThere = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  );

/** Why a language is not there: no sandbox, or nothing that runs it. */
export type Absent = 'no_sandbox' | 'no_language';

/** Whether anybody may run a program where it lies: each of its folders may be passed, and it may be read. */
const isOpen = async (path: string): Promise<boolean> => {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) break;
  }
  return ((await stat(path)).mode & 0o005) === 0o005;
};

const opened = new Map<string, Promise<string>>();

/**
 * A program where a sandbox that is nobody's reaches it: the same file under a name of its own, or a copy, until this
 * process ends.
 */
const openTo = (path: string): Promise<string> => {
  const make = async (): Promise<string> => {
    if (process.getuid?.() !== 0 || (await isOpen(path))) return path;
    const folder = await mkdtemp(join(tmpdir(), 'tessera-program-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await chmod(folder, 0o755);
    const open = join(folder, 'program');
    if (((await stat(path)).mode & 0o005) === 0o005) await link(path, open).catch(() => copyFile(path, open));
    else await copyFile(path, open);
    if (!(await isOpen(open))) await chmod(open, 0o755);
    return open;
  };
  let known = opened.get(path);
  if (known === undefined) {
    known = make();
    opened.set(path, known);
    known.catch(() => opened.delete(path));
  }
  return known;
};

/** What runs a language: its program, and what waits in its sandboxes where that is a file of its own. */
export type Program = { readonly binary: string; readonly host?: string };

/** Where the program of a language lies, or why it cannot be run here. */
export const findLanguage = async (language: Language): Promise<Program | { readonly absent: Absent }> => {
  if (process.platform !== 'linux' || !(await isThere(bubblewrap)) || !(await isThere(prlimit)))
    return { absent: 'no_sandbox' };
  const { places, needs = [], host } = runtimes[language];
  for (const one of needs) if (!(await isThere(one))) return { absent: 'no_language' };
  for (const place of places) {
    if (!(await isThere(place))) continue;
    const binary = await openTo(await realpath(place));
    if (host === undefined) return { binary };
    // What cannot make its host cannot run either.
    const made = await host(binary).catch(() => undefined);
    return made === undefined ? { absent: 'no_language' } : { binary, host: made };
  }
  return { absent: 'no_language' };
};

const argumentsFor = (language: Language, { binary, host }: Program, mostSeconds: number): readonly string[] => {
  const { reads, command, addresses, processes, environment = {} } = runtimes[language];
  const program = '/run/program';
  return [
    ['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session', '--clearenv'],
    ['--uid', String(nobody), '--gid', String(nobody), '--hostname', 'function'],
    ['--ro-bind', '/usr/lib', '/usr/lib', '--ro-bind-try', '/usr/lib64', '/usr/lib64'],
    ['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
    reads.flatMap((one) => ['--ro-bind-try', one, one]),
    ['--ro-bind', prlimit, prlimit, '--ro-bind', binary, program],
    host === undefined ? [] : ['--ro-bind', host, hostPlace],
    Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    ['--size', String(mostTmp), '--tmpfs', '/tmp', '--chdir', '/tmp', '--remount-ro', '/'],
    ['--', prlimit, `--cpu=${mostSeconds}`, `--as=${addresses}`, `--nproc=${processes}`],
    [`--fsize=${mostTmp}`, '--nofile=64', '--core=0', '--', ...command(program)],
  ].flat();
};

/** Processes under one, with what they hold; one that is gone meanwhile counts nothing. */
const heldUnder = async (
  pid: number,
): Promise<{ readonly now: number; readonly peak: number; readonly count: number }> => {
  const text = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
  const status = await text(`/proc/${pid}/status`);
  const kilobytes = (name: string): number => {
    const line = status.split('\n').find((one) => one.startsWith(`${name}:`));
    return Number.parseInt(line?.slice(name.length + 1) ?? '0', 10) * 1024;
  };
  const children = (await text(`/proc/${pid}/task/${pid}/children`)).split(' ').filter((one) => one !== '');
  const below = await Promise.all(children.map((child) => heldUnder(Number(child))));
  return {
    now: below.reduce((sum, one) => sum + one.now, kilobytes('VmRSS')),
    peak: below.reduce((sum, one) => sum + one.peak, kilobytes('VmHWM')),
    count: below.reduce((sum, one) => sum + one.count, 1),
  };
};

/** A line that code says; what is no such line is what it printed past its pipe. */
export type Said =
  | { readonly call: string; readonly id: number; readonly args: readonly unknown[] }
  | { readonly log: string; readonly text: string }
  | { readonly result: unknown }
  | { readonly error: string };

/** Why a sandbox ended by itself. */
export type Stopped = 'memory' | 'output' | 'time' | 'ended';

const saidOf = (line: string): Said | { readonly ready: true } => {
  try {
    const said = JSON.parse(line) as Readonly<Record<string, unknown>>;
    if (typeof said['call'] === 'string' && typeof said['id'] === 'number' && Array.isArray(said['args']))
      return { call: said['call'], id: said['id'], args: said['args'] };
    if (typeof said['log'] === 'string') return { log: said['log'], text: String(said['text'] ?? '') };
    if (typeof said['error'] === 'string') return { error: said['error'] };
    if ('result' in said) return { result: said['result'] };
    if (said['ready'] === true) return { ready: true };
  } catch {
    // Printed by hand.
  }
  return { log: 'info', text: line };
};

export type Sandbox = {
  readonly ready: Promise<boolean>;
  /** Whether it can still be given something. */
  readonly live: () => boolean;
  readonly send: (line: object) => void;
  /** Listens to what it says from here on. */
  readonly listen: (heard: (said: Said) => void, stopped: (why: Stopped) => void) => void;
  /** What all its processes held at most, in bytes. */
  readonly peak: () => Promise<number>;
  /** Ends it with all that it began. */
  readonly end: () => void;
};

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts a sandbox that waits for code. It is used once. */
export const startSandbox = (language: Language, program: Program, mostSeconds: number): Sandbox => {
  const isRoot = process.getuid?.() === 0;
  // Nothing of the environment of this process: the first process in there shows the one that it was started with.
  const child: Child = spawn(bubblewrap, argumentsFor(language, program, mostSeconds), {
    env: {},
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  let over: Stopped | undefined;
  let heard: ((said: Said) => void) | undefined;
  let stopped: ((why: Stopped) => void) | undefined;
  let peak = 0;
  let output = 0;
  let rest = '';
  const ready = Promise.withResolvers<boolean>();

  const end = (why: Stopped = 'ended'): void => {
    if (over !== undefined) return;
    over = why;
    clearInterval(watcher);
    child.stdin.destroy();
    child.stdout.destroy();
    child.stderr.destroy();
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
    ready.resolve(false);
    stopped?.(why);
  };
  const measure = async (): Promise<number> => {
    if (child.pid === undefined || over !== undefined) return peak;
    const held = await heldUnder(child.pid);
    peak = Math.max(peak, held.now, held.count <= 3 ? held.peak : 0);
    return held.now;
  };
  const watcher = setInterval(() => {
    if (heard === undefined) return;
    void measure().then((now) => now > mostMemory && end('memory'));
  }, watchMs);
  watcher.unref();

  const took = (bytes: number): boolean => {
    output += bytes;
    if (output > mostOutput) end('output');
    return output <= mostOutput;
  };
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    if (!took(Buffer.byteLength(text))) return;
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (over !== undefined) return;
      const said = saidOf(line);
      if ('ready' in said) ready.resolve(true);
      else heard?.(said);
    }
  });
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    if (took(Buffer.byteLength(text)) && text.trim() !== '') heard?.({ log: 'error', text: text.trimEnd() });
  });
  child.stdin.on('error', () => undefined);
  child.on('error', () => end());
  child.on('exit', () => end());

  return {
    ready: ready.promise,
    live: () => over === undefined,
    send: (line) => {
      if (over === undefined) child.stdin.write(`${JSON.stringify(line)}\n`);
    },
    listen: (onSaid, onStopped) => {
      heard = onSaid;
      stopped = onStopped;
      if (over !== undefined) onStopped(over);
    },
    peak: async () => {
      await measure();
      return peak;
    },
    end: () => end(),
  };
};
