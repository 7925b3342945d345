import { MongoClient } from 'mongodb';
import { embeddedCommands } from '../../runtime/src/cli-embedded.ts';
import { clusterCommands } from '../../runtime/src/cli-cluster.ts';
import { readClusterConfig } from '../../runtime/src/cluster/config.ts';
import { readConfig } from '../../runtime/src/config.ts';
import { startCluster } from '../../runtime/src/testing/cluster.ts';
import { startTestProduct } from '../../runtime/src/testing.ts';
import type { Stand } from './fill.ts';

const untold = (): void => undefined;

export type RunningStand = Stand & { stop(): Promise<void> };

/** The product in this process on a data folder. */
export const startEmbeddedStand = async (dataFolder: string): Promise<RunningStand> => {
  const product = await startTestProduct({ dataFolder });
  const commands = embeddedCommands(readConfig({ TESSERA_DATA: dataFolder }));
  const { url, stop, setupCode } = product;
  return {
    url,
    setupCode: await setupCode(),
    purgeRecords: (wanted) => commands.purgeRecords(wanted, untold),
    purgePerson: (person) => commands.purgePerson(person, untold),
    isPurged: async () => (await commands.verify()).fine,
    stop,
  };
};

type Environment = Readonly<Record<string, string>>;

export const commandsOf = (environment: Environment, folder: string) =>
  clusterCommands(readClusterConfig({ ...environment, TESSERA_DATA: folder }));

/** Every service and the gateway in this process over engines; `folder` is for scratch. */
export const startClusterStand = async (environment: Environment, folder: string): Promise<RunningStand> => {
  const { url, stop, setupCode } = await startCluster(environment, folder);
  const commands = commandsOf(environment, folder);
  return {
    url,
    setupCode: await setupCode(),
    purgeRecords: (wanted) => commands.purgeRecords(wanted, untold),
    purgePerson: (person) => commands.purgePerson(person, untold),
    isPurged: async () => {
      const client = await connectMongo(environment);
      const left = await client.db('tessera_tables').collection('log_purges').countDocuments();
      await client.close();
      return left === 0 && (await commands.verify()).fine;
    },
    stop,
  };
};

export const connectMongo = (environment: Environment): Promise<MongoClient> =>
  new MongoClient(environment['TESSERA_MONGO_URL']!).connect();
