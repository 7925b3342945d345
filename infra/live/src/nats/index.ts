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
  for (let waited = 0; !bus.ready(); waited += 20) {
    if (waited >= 5_000) {
      await bus.close();
      throw new Error('NATS does not answer', { cause: failure });
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return bus;
};
