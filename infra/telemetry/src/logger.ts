import { trace } from '@opentelemetry/api';

/** Structured log lines: a message and facts; never secrets. */
export type Logger = {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
};

const secretName = /pass(word)?|secret|token|authorization|cookie|credential|api[-_]?key/i;

/**
 * Facts as they may be written: values under secret-looking names and of `Secret`s never are; errors become message,
 * code and stack.
 */
const clean = (value: unknown, depth: number): unknown => {
  if (value instanceof Error) {
    const code = (value as { code?: unknown }).code;
    const cause = value.cause === undefined || depth > 3 ? {} : { cause: clean(value.cause, depth + 1) };
    return {
      name: value.name,
      message: value.message,
      ...(code === undefined ? {} : { code }),
      stack: value.stack,
      ...cause,
    };
  }
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 3) return '…';
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => clean(item, depth + 1));
  const out: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value))
    out[key] = secretName.test(key) ? '[hidden]' : clean(item, depth + 1);
  return out;
};

export type LogOptions = {
  readonly service?: string;
  /** One JSON object a line, or lines for people; people's lines when the output is a terminal. */
  readonly pretty?: boolean;
  readonly level?: 'info' | 'warn' | 'error';
  readonly write?: (line: string) => void;
  readonly now?: () => number;
};

const ranks = { info: 0, warn: 1, error: 2 } as const;

/** Makes a logger that writes to standard error, so that standard output stays for what a command prints. */
export const createLogger = (options: LogOptions = {}): Logger => {
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  const pretty = options.pretty ?? process.stderr.isTTY === true;
  const least = ranks[options.level ?? 'info'];
  const now = options.now ?? Date.now;
  const line = (level: keyof typeof ranks, message: string, facts?: Readonly<Record<string, unknown>>): void => {
    if (ranks[level] < least) return;
    const cleaned = facts === undefined ? undefined : (clean(facts, 0) as Record<string, unknown>);
    if (pretty) {
      const rest = cleaned === undefined || Object.keys(cleaned).length === 0 ? '' : ` ${JSON.stringify(cleaned)}`;
      write(
        `${new Date(now()).toISOString().slice(11, 23)} ${level.padEnd(5)} ${options.service === undefined ? '' : `${options.service}: `}${message}${rest}\n`,
      );
      return;
    }
    const span = trace.getActiveSpan()?.spanContext();
    const ids = span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
    write(
      `${JSON.stringify({ time: new Date(now()).toISOString(), level, service: options.service, message, ...ids, ...cleaned })}\n`,
    );
  };
  return {
    info: (message, facts) => line('info', message, facts),
    warn: (message, facts) => line('warn', message, facts),
    error: (message, facts) => line('error', message, facts),
  };
};

/** The same logger under a service's name. */
export const childLogger = (options: LogOptions, service: string): Logger => createLogger({ ...options, service });
