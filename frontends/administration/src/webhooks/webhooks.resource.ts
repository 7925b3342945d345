import { type Answered, api, type Asked, type Id } from '@tessera/kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export type Entry = Answered<'get_webhooks'>['webhooks'][number];
export type Webhook = Answered<'get_webhooks_id'>;
export type Delivery = Answered<'get_webhooks_id_deliveries'>['deliveries'][number];
export type Settings = Asked<'post_webhooks'>;
export type WebhookEvent = Entry['events'][number];
/** A webhook whose secret is known now and never again. */
export type WithSecret = { readonly id: Id; readonly label: string; readonly secret: string };

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await api.get('/v3/webhooks', { signal })).webhooks,
});
export const webhookQuery = (id: Id) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => api.get('/v3/webhooks/{id}', { path: { id }, signal }),
  });
/** What it told, the newest first; with `open` what was not delivered. */
export const deliveriesQuery = (id: Id, open: boolean) => ({
  queryKey: ['webhooks', id, 'deliveries', open],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) => {
    const query = { open: open ? ('true' as const) : ('false' as const) };
    return api.get('/v3/webhooks/{id}/deliveries', {
      path: { id },
      query: pageParam === undefined ? query : { ...query, after: pageParam },
      signal,
    });
  },
  getNextPageParam: ({ next }: { readonly next: string | null }) => next ?? undefined,
});
export const deliveryQuery = (id: Id, deliveryId: Id) =>
  queryOptions({
    queryKey: ['webhooks', id, 'delivery', deliveryId],
    queryFn: ({ signal }) => api.get('/v3/webhooks/{id}/deliveries/{deliveryId}', { path: { id, deliveryId }, signal }),
  });

/** The settings of one that is there, as they are sent. */
export const settingsOf = ({ label, url, tableId, events, fieldIds, active }: Entry): Settings => ({
  label,
  url,
  tableId,
  events: [...events],
  fieldIds: [...fieldIds],
  active,
});

/** What changes webhooks and sends again what they told. */
export const useWebhookCalls = () => {
  const client = useQueryClient();
  const anew = (): Promise<void> => client.invalidateQueries({ queryKey: ['webhooks'] });
  return {
    anew,
    create: async (body: Settings): Promise<WithSecret> => {
      const made = await api.post('/v3/webhooks', { body });
      await anew();
      return made;
    },
    save: async (id: Id, body: Settings, revision?: number): Promise<void> => {
      const headers = revision === undefined ? {} : { 'if-match': `"${revision}"` };
      await api.put('/v3/webhooks/{id}', { path: { id }, body, headers });
      await anew();
    },
    secret: async (id: Id): Promise<WithSecret> => {
      const made = await api.post('/v3/webhooks/{id}/secret', { path: { id }, body: {} });
      await anew();
      return made;
    },
    remove: async (id: Id): Promise<string | null> => {
      const { commit } = await api.send('delete', '/v3/webhooks/{id}', { path: { id } });
      await anew();
      return commit;
    },
    undo: async (commit: Id): Promise<void> => {
      await api.send('post', '/v3/undo/{id}', { path: { id: commit }, body: {} });
      await anew();
    },
    redeliver: async (id: Id, deliveryId: Id): Promise<void> => {
      await api.post('/v3/webhooks/{id}/deliveries/{deliveryId}/redeliver', { path: { id, deliveryId }, body: {} });
      await anew();
    },
    replay: async (id: Id, body: Asked<'post_webhooks_id_replay'>): Promise<number> => {
      const { count } = await api.post('/v3/webhooks/{id}/replay', { path: { id }, body });
      await anew();
      return count;
    },
  };
};
