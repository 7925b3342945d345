import { parentPort, workerData } from 'node:worker_threads';
import type { WriteModule } from '@tessera/kernel';
import type { OpenHistoryReader } from '@tessera/document-store';
import { openLogQueries, type LogQueries } from './queries.ts';

/**
 * The reader thread of the logs: pages of history and reactions are read and decoded here, so that no request blocks
 * the event loop.
 */
export type ReaderData = {
  readonly dataFolder: string;
  readonly services: readonly { readonly name: string; readonly writeModuleUrl: string }[];
  /** Module that exports `openHistoryReader`. */
  readonly modelModuleUrl: string;
};
export type ReaderQuery = Exclude<keyof LogQueries, 'close'>;
export type ReaderRequest =
  | { readonly n: number; readonly service: string; readonly query: ReaderQuery; readonly args: readonly unknown[] }
  | 'close';
export type ReaderAnswer = { readonly n: number; readonly result?: unknown; readonly error?: string };

const port = parentPort!;
const data = workerData as ReaderData;
const opened = new Map<string, LogQueries>();

const queriesOf = async (service: string): Promise<LogQueries> => {
  const present = opened.get(service);
  if (present !== undefined) return present;
  const definition = data.services.find((s) => s.name === service);
  if (definition === undefined) throw new Error(`there is no service ${service}`);
  const { writeModule } = (await import(definition.writeModuleUrl)) as { writeModule: WriteModule<unknown> };
  const { openHistoryReader } = (await import(data.modelModuleUrl)) as { openHistoryReader: OpenHistoryReader };
  const again = opened.get(service);
  if (again !== undefined) return again;
  const queries = openLogQueries(data.dataFolder, writeModule, openHistoryReader);
  opened.set(service, queries);
  return queries;
};

port.on('message', async (request: ReaderRequest) => {
  if (request === 'close') {
    for (const queries of opened.values()) queries.close();
    port.close();
    return;
  }
  try {
    const queries = await queriesOf(request.service);
    const query = queries[request.query] as (...args: readonly unknown[]) => unknown;
    port.postMessage({ n: request.n, result: query(...request.args) } satisfies ReaderAnswer);
  } catch (error) {
    port.postMessage({
      n: request.n,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    } satisfies ReaderAnswer);
  }
});
