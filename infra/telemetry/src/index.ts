/** Structured log lines: a message and facts; never secrets. */
export type Logger = {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
};
