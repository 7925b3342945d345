import { readClusterConfig, type ClusterConfig } from '@tessera/runtime/cluster-config';

/** What the gateway needs when it runs in a process of its own; its only reader of the environment. */
export const readConfig = (): ClusterConfig => {
  const config = readClusterConfig(process.env);
  if (Object.keys(config.httpPeers).length === 0)
    throw new Error(
      'The configuration is not valid:\n  TESSERA_HTTP_PEERS: the gateway needs the HTTP addresses of the services, name=host:port',
    );
  return config;
};
