import { readClusterConfig, type ClusterConfig } from '@tessera/runtime/cluster-config';

/** What this service needs when it runs in a process of its own; the only reader of the environment in this service. */
export const readConfig = (): ClusterConfig => readClusterConfig(process.env);
