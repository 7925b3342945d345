import type { LinkName } from './overlay.ts';

/** What toxiproxy does to a connection of the platform. */
export const openLinks = (api: () => Promise<string>) => {
  const call = async (method: string, path: string, body?: object): Promise<void> => {
    const response = await fetch(`${await api()}/proxies/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok && !(method === 'DELETE' && response.status === 404))
      throw new Error(`toxiproxy: ${method} ${path}: ${response.status} ${await response.text()}`);
  };
  return {
    /** Each answer over it comes so much later; 0 takes that back. */
    slow: async (link: LinkName, ms: number): Promise<void> => {
      await call('DELETE', `${encodeURIComponent(link)}/toxics/slow`);
      if (ms > 0)
        await call('POST', `${encodeURIComponent(link)}/toxics`, {
          name: 'slow',
          type: 'latency',
          stream: 'downstream',
          attributes: { latency: ms },
        });
    },
    cut: (link: LinkName): Promise<void> => call('POST', encodeURIComponent(link), { enabled: false }),
    heal: (link: LinkName): Promise<void> => call('POST', encodeURIComponent(link), { enabled: true }),
  };
};
export type Links = ReturnType<typeof openLinks>;
