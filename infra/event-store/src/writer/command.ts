import type { CommandMeta, Notice, RejectionKind } from '@tessera/kernel';
import { shortHash } from '../log/codec.ts';

/** A command as it reaches the writer thread. `payload` is JSON, as text or as UTF-8 bytes. */
export type QueuedCommand = {
  /** The caller's number for it. */
  readonly n: number;
  readonly service: string;
  readonly type: string;
  readonly payload: string | Uint8Array;
  readonly meta: CommandMeta;
};

/**
 * What became of a command. `answer` is JSON text, or with `plain` the text that the handler itself answered. `fault`
 * is a defect of ours, not a refusal: its message is for the log, never for a user.
 */
export type Outcome = { readonly n: number } & (
  | {
      readonly answer: string;
      readonly plain?: true;
      readonly commitId?: string;
      readonly position?: number;
      readonly repeated?: true;
    }
  | {
      readonly rejection: {
        readonly kind: RejectionKind;
        readonly code: string;
        readonly message: string;
        readonly details: unknown;
      };
    }
  | { readonly fault: string }
);

/** Told to the main thread after the log's fsync. */
export type Committed = {
  readonly service: string;
  readonly organizationId: string;
  readonly position: number;
  /** Place in the service's log, for those who tail it. */
  readonly seq: number;
  readonly actorId: string;
  readonly notices: readonly Notice[];
  readonly types: readonly string[];
};

export const parsePayload = (payload: string | Uint8Array): unknown =>
  JSON.parse(
    typeof payload === 'string' ? payload : Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString(),
  );

/**
 * What an idempotency key stands for: the command's type with the caller's own hash of its request, or else the
 * payload.
 */
export const requestHashOf = ({ type, payload, meta }: Pick<QueuedCommand, 'type' | 'payload' | 'meta'>): Uint8Array =>
  shortHash(
    `${type}\0${meta.requestHash ?? (typeof payload === 'string' ? payload : Buffer.from(payload).toString())}`,
  );

/** Texts go as they are: a handler that answers finished JSON is not made to pay for it twice. */
export const answerOf = (answer: unknown): { answer: string; plain?: true } =>
  typeof answer === 'string' ? { answer, plain: true } : { answer: JSON.stringify(answer) ?? 'null' };
