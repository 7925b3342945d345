import { ServerCredentials } from '@grpc/grpc-js';
import type { Rejection } from '@tessera/kernel';
import { histogram, span, traceHeaders } from '@tessera/telemetry';
import {
  ChannelCredentials,
  ClientError,
  Metadata,
  ServerError,
  Status,
  createChannel,
  createClientFactory,
  createServer,
} from 'nice-grpc';
import { signActor, verifyActor } from './actor-token.ts';
import {
  defaultDeadline,
  isHarmless,
  messageLimit,
  type CallContext,
  type RpcClients,
  type RpcDefinition,
  type RpcRegistration,
} from './contract.ts';
import { callFailed, cancelled, deadlinePassed, fromWire, messageTooLarge, toWire, unreachable } from './errors.ts';
import { healthDefinition, notServing, serving } from './health.ts';

const durations = histogram('tessera_rpc_seconds', 'Time to answer a call of another service, by method and code.');
const actorKey = 'tessera-actor';
const errorKey = 'tessera-error-bin';
const limits = {
  'grpc.max_receive_message_length': messageLimit,
  'grpc.max_send_message_length': messageLimit,
} as const;

const statusOf: Readonly<Record<string, Status>> = {
  invalid: Status.INVALID_ARGUMENT,
  unprocessable: Status.INVALID_ARGUMENT,
  unauthenticated: Status.UNAUTHENTICATED,
  unpaid: Status.PERMISSION_DENIED,
  forbidden: Status.PERMISSION_DENIED,
  not_found: Status.NOT_FOUND,
  conflict: Status.ABORTED,
  stale: Status.FAILED_PRECONDITION,
  timeout: Status.ABORTED,
  too_large: Status.OUT_OF_RANGE,
  limited: Status.RESOURCE_EXHAUSTED,
  unavailable: Status.UNAVAILABLE,
};

/** PEM of the installation's own authority, and of this process: both sides show what they are. */
export type GrpcTls = { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };

/** Connections end after a while, so that callers look up anew who there is: a replica that was added gets its part. */
const serverOptions = {
  ...limits,
  'grpc.max_connection_age_ms': 30_000,
  'grpc.max_connection_age_grace_ms': 30_000,
  'grpc.keepalive_time_ms': 20_000,
} as const;

/**
 * Calls go round all addresses of a name; those that the contract calls idempotent are made again where a replica went
 * away. A replica that is back is found within a second, at its old address or a new one: by default that takes up to
 * two minutes, and a rolling restart ends the other one long before.
 */
const clientOptions = (definition: RpcDefinition) => ({
  ...limits,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3_000,
  'grpc.enable_retries': 1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  'grpc.service_config': JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [
      {
        name: Object.values(definition.methods)
          .filter(isHarmless)
          .map((one) => ({ service: definition.fullName, method: one.name })),
        retryPolicy: {
          maxAttempts: 5,
          initialBackoff: '0.05s',
          maxBackoff: '1s',
          backoffMultiplier: 3,
          retryableStatusCodes: ['UNAVAILABLE'],
        },
      },
    ].filter(({ name }) => name.length > 0),
  }),
});

type ServerContext = { readonly metadata: Metadata; readonly trailer: Metadata; readonly signal: AbortSignal };
export type GrpcServer = { readonly port: number; drain(): Promise<void> };

/**
 * Serves registrations over gRPC with the health service. `key` is the installation's secret that signs actors;
 * `onFault` hears of errors that are not refusals. `drain` answers what is in flight, refuses what is new.
 */
export const grpcServer = async (options: {
  readonly registrations: readonly RpcRegistration[];
  readonly address: string;
  readonly key: string;
  readonly tls?: GrpcTls | undefined;
  readonly onFault?: (method: string, error: unknown) => void;
  /** While it answers something, every call is refused with that. */
  readonly refusal?: (() => Rejection | undefined) | undefined;
}): Promise<GrpcServer> => {
  const { tls } = options;
  const server = createServer(serverOptions);
  let draining = false;
  for (const { definition, handlers } of options.registrations) {
    const implementation = Object.fromEntries(
      Object.entries(definition.methods).map(([key, method]) => {
        const name = `${definition.fullName}/${method.name}`;
        const handler = handlers[key] as ((request: unknown, context: CallContext) => Promise<unknown>) | undefined;
        const serve = (request: unknown, context: ServerContext): Promise<unknown> =>
          span(
            name,
            'server',
            { 'rpc.system': 'grpc' },
            async () => {
              const begun = performance.now();
              let status = Status.OK;
              try {
                if (handler === undefined) throw unreachable(name);
                const refusal = options.refusal?.();
                if (refusal !== undefined) throw refusal;
                return await handler(request, {
                  actor: verifyActor(context.metadata.get(actorKey), options.key),
                  signal: context.signal,
                });
              } catch (error) {
                const wire = toWire(error);
                status = wire === undefined ? Status.INTERNAL : (statusOf[wire.kind] ?? Status.UNKNOWN);
                if (wire === undefined) {
                  options.onFault?.(name, error);
                  throw new ServerError(status, 'internal');
                }
                context.trailer.set(errorKey, Buffer.from(JSON.stringify(wire)));
                throw new ServerError(status, wire.code);
              } finally {
                durations.series({ method: name, code: Status[status] })((performance.now() - begun) / 1000);
              }
            },
            Object.fromEntries([...context.metadata].map(([name, values]) => [name, String(values[0])])),
          );
        return [key, serve];
      }),
    );
    server.add(definition as never, implementation as never);
  }
  server.add(healthDefinition as never, { check: async () => ({ status: draining ? notServing : serving }) } as never);
  const port = await server.listen(
    options.address,
    tls && ServerCredentials.createSsl(tls.ca, [{ cert_chain: tls.cert, private_key: tls.key }], true),
  );
  return {
    port,
    drain: async () => {
      draining = true;
      await server.shutdown();
    },
  };
};

/**
 * Clients of services in other processes: `addressOf` names where a service listens (`host:port`); a name may lead to
 * several replicas.
 */
export const grpcClients = (options: {
  addressOf(fullName: string): string;
  readonly key: string;
  readonly tls?: GrpcTls | undefined;
}): RpcClients & { close(): void } => {
  const channels = new Map<string, ReturnType<typeof createChannel>>();
  const { tls } = options;
  const channelTo = (definition: RpcDefinition) => {
    const address = options.addressOf(definition.fullName);
    const name = `${definition.fullName} ${address}`;
    let channel = channels.get(name);
    if (channel === undefined)
      channels.set(
        name,
        (channel = createChannel(
          address,
          tls && ChannelCredentials.createSsl(tls.ca, tls.key, tls.cert),
          clientOptions(definition),
        )),
      );
    return channel;
  };
  const client = (definition: RpcDefinition) => {
    const stub = createClientFactory().create(definition as never, channelTo(definition)) as Record<
      string,
      (request: unknown, options: object) => Promise<unknown>
    >;
    return Object.fromEntries(
      Object.entries(definition.methods).map(([key, method]) => {
        const name = `${definition.fullName}/${method.name}`;
        const call = (request: unknown, context: CallContext): Promise<unknown> =>
          span(name, 'client', { 'rpc.system': 'grpc' }, async () => {
            // The same refusal as in the process, before anything is sent.
            if (method.requestType.encode(request as never).finish().length > messageLimit)
              throw messageTooLarge(name, messageLimit);
            const timeout = AbortSignal.timeout(context.deadlineMs ?? defaultDeadline);
            const signal = context.signal === undefined ? timeout : AbortSignal.any([timeout, context.signal]);
            let refusal: Uint8Array | undefined;
            const metadata = new Metadata({ ...traceHeaders(), [actorKey]: signActor(context.actor, options.key) });
            try {
              return await stub[key]!(request, {
                metadata,
                signal,
                onTrailer: (trailer: Metadata) => {
                  refusal = trailer.get(errorKey) as Uint8Array | undefined;
                },
              });
            } catch (error) {
              if (refusal !== undefined)
                throw fromWire(JSON.parse(Buffer.from(refusal).toString('utf8')) as Parameters<typeof fromWire>[0]);
              if (timeout.aborted) throw deadlinePassed(name, isHarmless(method));
              if (context.signal?.aborted === true) throw cancelled(name);
              if (error instanceof ClientError && error.code === Status.UNAVAILABLE) throw unreachable(name);
              if (error instanceof ClientError && error.code === Status.RESOURCE_EXHAUSTED)
                throw messageTooLarge(name, messageLimit);
              throw callFailed(name);
            }
          });
        return [key, call];
      }),
    );
  };
  return {
    client: client as RpcClients['client'],
    close: () => {
      for (const channel of channels.values()) channel.close();
    },
  };
};
