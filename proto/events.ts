type Message = { decode(bytes: Uint8Array): { readonly event?: unknown } };

/**
 * How others read the events of a service: by its contract alone, and only those that the contract makes public
 * (`<Service>PublicEvent`). Answers a decoder, which gives undefined for an event that is not public or that a later
 * version wrote. Throws where the service has no such contract.
 */
export const publicEventsOf = async (service: string): Promise<(type: string, bytes: Uint8Array) => unknown> => {
  const contract = (await import(`./gen/tessera/${service}/v1/events.ts`)) as Readonly<Record<string, Message>>;
  const message = contract[`${service.charAt(0).toUpperCase()}${service.slice(1)}PublicEvent`];
  if (message === undefined) throw new Error(`The contract of ${service} makes no event public.`);
  return (_type, bytes) => message.decode(bytes).event;
};
