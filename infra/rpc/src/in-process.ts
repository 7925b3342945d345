import { span } from '@tessera/telemetry';
import {
  defaultDeadline,
  isHarmless,
  messageLimit,
  type CallContext,
  type RpcClients,
  type RpcDefinition,
  type RpcMethod,
  type RpcRegistration,
} from './contract.ts';
import { callFailed, cancelled, deadlinePassed, fromWire, messageTooLarge, toWire, unreachable } from './errors.ts';

type Handler = (request: unknown, context: CallContext) => Promise<unknown>;
type Options = { readonly onFault?: (method: string, error: unknown) => void };

const copy = (type: RpcMethod['requestType'], message: unknown, method: string): unknown => {
  const bytes = type.encode(message as never).finish();
  if (bytes.length > messageLimit) throw messageTooLarge(method, messageLimit);
  return type.decode(bytes);
};

/** Settles like `work`, unless the deadline passes or the caller gives up first. */
const bounded = <T>(
  work: Promise<T>,
  method: string,
  harmless: boolean,
  deadlineMs: number,
  signal: AbortSignal | undefined,
  abort: AbortController,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      end();
      abort.abort();
      reject(cancelled(method));
    };
    const timer = setTimeout(() => {
      end();
      abort.abort();
      reject(deadlinePassed(method, harmless));
    }, deadlineMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(end);
  });

/**
 * Clients of services in this process. A call goes through the contract's encoding both ways, with the caps, deadlines
 * and errors of a remote one, so that nothing works here that would not work between processes. `onFault` hears of
 * errors that are not refusals.
 */
export const inProcess = (registrations: () => readonly RpcRegistration[], options: Options = {}): RpcClients => {
  const handlerOf = (definition: RpcDefinition, key: string): Handler | undefined =>
    registrations().find((one) => one.definition.fullName === definition.fullName)?.handlers[key] as
      Handler | undefined;

  return {
    client: (definition) => {
      const entries = Object.entries(definition.methods).map(([key, method]) => {
        const name = `${definition.fullName}/${method.name}`;
        let handler: Handler | undefined;
        const call = async (request: unknown, context: CallContext): Promise<unknown> => {
          handler ??= handlerOf(definition, key);
          if (handler === undefined) throw unreachable(name);
          const found = handler;
          if (context.signal?.aborted === true) throw cancelled(name);
          const abort = new AbortController();
          const deadlineMs = context.deadlineMs ?? defaultDeadline;
          return span(name, 'client', { 'rpc.system': 'in_process' }, async () => {
            const message = copy(method.requestType, request, name);
            const work = (async () => {
              try {
                return await found(message, { actor: context.actor, deadlineMs, signal: abort.signal });
              } catch (error) {
                const wire = toWire(error);
                if (wire !== undefined) throw fromWire(wire);
                options.onFault?.(name, error);
                throw callFailed(name);
              }
            })();
            return copy(
              method.responseType,
              await bounded(work, name, isHarmless(method), deadlineMs, context.signal, abort),
              name,
            );
          });
        };
        return [key, call] as const;
      });
      return Object.fromEntries(entries) as never;
    },
  };
};
