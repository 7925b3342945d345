import { requireRight, userOf } from '@tessera/proto/rights';
import type { Actor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Mutes } from '../inbox/evolve.ts';
import { refuses } from '../refusals.ts';
import type { NotificationsStore } from '../store.ts';
import { deliveriesOf, type Deliveries } from './evolve.ts';
import { changeOf, settingKeys, settingsOf } from './settings.ts';

const settingKey = z.enum(settingKeys);
const settingValue = z.union([z.boolean(), z.number().int(), z.string().max(60)]);
const answer = z.strictObject({
  settings: z.array(z.strictObject({ setting_key: settingKey, setting_value: settingValue })),
  sends_mail: z.boolean(),
});

type Ports = Pick<ServicePorts, 'documents'> & { readonly store: NotificationsStore };

/** By which ways people want to hear of what. */
export const deliveriesRoutes = ({ store, documents }: Ports, sendsMail: boolean): RouteSet => {
  const told = async (actor: Actor): Promise<z.infer<typeof answer>> => {
    const { organizationId } = actor;
    const [mutes, own] = await Promise.all([
      documents.get<Mutes>(organizationId, 'mutes', userOf(actor)),
      documents.get<Deliveries>(organizationId, 'deliveries', userOf(actor)),
    ]);
    return { settings: [...settingsOf(mutes?.kinds ?? [], deliveriesOf(own))], sends_mail: sendsMail };
  };
  return [
    route({
      method: 'get',
      path: '/user-settings/get',
      tag: 'notifications',
      summary: 'Your settings of notifications',
      description:
        'For each kind whether it is told in the inbox (`user_mention_notification_tessera`), by mail (`..._email`) and by push (`..._push`); what the inbox does not tell, nothing tells. `user_notification_digest` is off, day or week, at an hour (0 to 23) and of a week on a day (0 for Sunday), in the time zone of the settings. An empty language or time zone is that of the organization. `sends_mail`: whether this installation sends mail.',
      access: 'session',
      allows: 'inbox.own',
      responses: { 200: answer },
      handle: async ({ actor }) => {
        requireRight(actor, 'inbox.own');
        return { body: await told(actor) };
      },
    }),
    route({
      method: 'post',
      path: '/user-settings/update',
      tag: 'notifications',
      summary: 'Change one of your settings of notifications',
      description: 'It holds for what happens from then on.',
      access: 'session',
      allows: 'inbox.own',
      body: z.strictObject({ setting_key: settingKey, setting_value: settingValue }),
      refuses: refuses('settings.value'),
      responses: { 200: answer },
      handle: async ({ actor, body, meta }) => {
        requireRight(actor, 'inbox.own');
        const change = changeOf(body.setting_key, body.setting_value);
        await store.execute({ type: 'changeDeliveries', payload: { change } }, meta);
        return { body: await told(actor) };
      },
    }),
  ];
};
