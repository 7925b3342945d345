import type { RpcClients, RpcRegistration } from './contract.ts';
import { grpcClients, type GrpcTls } from './grpc.ts';
import { inProcess } from './in-process.ts';

export type PeerOptions = {
  /** By service: where its gRPC listens, `host:port`. */
  readonly peers: Readonly<Record<string, string>>;
  readonly key: string;
  readonly tls?: GrpcTls | undefined;
};

/** The service of a contract, which its full name tells (`tessera.<service>.v1...`). */
const serviceOf = (fullName: string): string => fullName.split('.')[1] ?? '';

/** Clients of other services; a call to one without an address finds nobody. */
export const peerClients = ({ peers, key, tls }: PeerOptions): RpcClients & { close(): void } =>
  grpcClients({ key, tls, addressOf: (fullName) => peers[serviceOf(fullName)] ?? 'unconfigured.invalid:1' });

/**
 * Clients as a service in a process of its own has them: calls to itself stay in the process, others go to its peers.
 */
export const clientsOf = (
  service: string,
  own: () => readonly RpcRegistration[],
  options: PeerOptions & { readonly onFault?: (method: string, error: unknown) => void },
): RpcClients & { close(): void } => {
  const here = inProcess(own, options.onFault === undefined ? {} : { onFault: options.onFault });
  const there = peerClients(options);
  return {
    client: (definition) => (serviceOf(definition.fullName) === service ? here : there).client(definition),
    close: there.close,
  };
};
