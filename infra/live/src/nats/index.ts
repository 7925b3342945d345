import { natsBus, type NatsBusOptions } from './bus.ts';

export { natsBus, type NatsBusOptions };

/** A live bus whose server answered. Throws when it does not within 5 s; one that goes away later is waited for. */
export const openNatsBus = async (options: NatsBusOptions): Promise<ReturnType<typeof natsBus>> => {
  let failure: unknown;
  const bus = natsBus({
    ...options,
    onFailure: (error) => {
      failure = error;
      options.onFailure?.(error);
    },
  });
  if (await bus.connected(5_000)) return bus;
  await bus.close();
  throw failure instanceof Error ? failure : new Error('NATS does not answer');
};
