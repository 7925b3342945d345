import { networkInterfaces } from 'node:os';
import { createLogger, startTracing } from '@tessera/telemetry';
import { readConfig } from './config.ts';
import { startEmbedded } from './embedded.ts';

// What is written holds people's data and secrets: this user's alone.
process.umask(0o077);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const lanAddress = (): string | undefined =>
  Object.values(networkInterfaces()).flatMap((list) => list ?? []).find((one) => one.family === 'IPv4' && !one.internal)?.address;

const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const log = createLogger({ level: config.logLevel });
  const stopTracing = await startTracing('tessera', process.env);
  const running = await startEmbedded(config, log);

  let stopping: number | undefined;
  const stop = (signal: string): void => {
    // Ctrl+C reaches this process twice, from the terminal and from the bootstrap: only a later one means impatience.
    if (stopping !== undefined) {
      if (Date.now() - stopping > 1000) process.exit(130);
      return;
    }
    stopping = Date.now();
    log.info('stopping', { signal });
    running.stop().then(stopTracing).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('stopping failed', { error });
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGHUP', () => stop('SIGHUP'));
  // The bootstrap is gone: nobody would stop this process any more.
  process.on('disconnect', () => stop('disconnect'));
  process.channel?.unref();

  say(`Tessera is ready: http://localhost:${running.port}`);
  const lan = config.host === undefined || config.host === '0.0.0.0' || config.host === '::' ? lanAddress() : undefined;
  if (lan !== undefined) say(`In your network:  http://${lan}:${running.port}`);
  const code = await running.setupCode();
  if (code !== undefined) say(`First run from another machine: enter the code ${code}`);
};

process.on('unhandledRejection', (error) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(70);
});

run().catch((error: unknown) => {
  process.stderr.write(`${process.env.TESSERA_DEVELOPMENT === undefined && error instanceof Error ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
});
