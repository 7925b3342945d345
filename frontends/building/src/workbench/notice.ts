/** What the person is told, as a key of the catalogue with its values. */
export type Notice = {
  readonly key: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly undo?: boolean;
  readonly error?: boolean;
  /** What is said with it, below. */
  readonly also?: readonly Notice[];
};
