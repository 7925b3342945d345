import type { Actor } from '@tessera/kernel';

/** What travels beside a call: the actor (signed between processes), the deadline, the trace. */
export type CallContext = { readonly actor: Actor; readonly deadlineMs?: number; readonly signal?: AbortSignal };

/** A generated service definition (ts-proto `generic-definitions`) with its methods. */
export type RpcDefinition = {
  readonly fullName: string;
  readonly methods: Readonly<Record<string, RpcMethod>>;
};
export type RpcMethod = {
  readonly name: string;
  readonly requestType: { encode(message: never): { finish(): Uint8Array }; decode(bytes: Uint8Array): unknown };
  readonly responseType: { encode(message: never): { finish(): Uint8Array }; decode(bytes: Uint8Array): unknown };
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  /** Named in the contract: such a call may be made again without doing more than once. */
  readonly options?: { readonly idempotencyLevel?: string };
};

type Decoded<T> = T extends { decode(bytes: Uint8Array): infer M } ? M : never;

/** A service's methods as its implementation gives them and its callers use them: one message in, one out. */
export type RpcHandlers<D extends RpcDefinition> = {
  [K in keyof D['methods']]: (
    request: Decoded<D['methods'][K]['requestType']>,
    context: CallContext,
  ) => Promise<Decoded<D['methods'][K]['responseType']>>;
};

export type RpcRegistration = {
  readonly definition: RpcDefinition;
  readonly handlers: Readonly<Record<string, unknown>>;
};

export type RpcClients = { client<D extends RpcDefinition>(definition: D): RpcHandlers<D> };

/** Bytes of one message; the same cap in the process and between processes. */
export const messageLimit = 4 * 1024 * 1024;
/** Time for a call whose context names none, in ms. */
export const defaultDeadline = 10_000;
/** Whether a call that may have been done can be made again without doing more. */
export const isHarmless = (method: Pick<RpcMethod, 'options'>): boolean =>
  method.options?.idempotencyLevel !== undefined;
