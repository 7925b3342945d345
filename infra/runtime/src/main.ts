import { networkInterfaces } from 'node:os';
import { createLogger, startTracing } from '@tessera/telemetry';
import { readConfig } from './config.ts';
import { startEmbedded } from './embedded.ts';
import { runUntilStopped } from './process.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const everywhere = new Set([undefined, '0.0.0.0', '::']);

const lanAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find((one) => one.family === 'IPv4' && !one.internal)?.address;

const log = createLogger();
runUntilStopped(log, async () => {
  const config = readConfig(process.env);
  const stopTracing = await startTracing('tessera', process.env);
  const running = await startEmbedded(config, createLogger({ level: config.logLevel }));
  say(`Tessera is ready: http://localhost:${running.port}`);
  const lan = everywhere.has(config.host) ? lanAddress() : undefined;
  if (lan !== undefined) say(`In your network:  http://${lan}:${running.port}`);
  const code = await running.setupCode();
  if (code !== undefined) {
    say(`First run from another machine: enter the code ${code}`);
    if (config.baseUrl === undefined)
      say('Behind a proxy: set TESSERA_BASE_URL to the address that people type, before anybody can reach it.');
  }
  return async () => {
    await running.stop();
    await stopTracing();
  };
});
