import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { createDirectory } from '@tessera/runtime/directory';
import { createClock } from './clock.ts';
import { readMailConfig, type MailConfig } from './config.ts';
import { deliveriesRoutes } from './deliveries/http.ts';
import { createReaders } from './deliveries/readers.ts';
import { createWays } from './deliveries/ways.ts';
import { createChanges } from './digest/changes.ts';
import type { NotificationsEvent } from './events.ts';
import { forwardingRoutes } from './forwarding/http.ts';
import { inboxRoutes } from './inbox/http.ts';
import { createKnown } from './inbox/known.ts';
import { inboxReactions } from './inbox/reactions.ts';
import { createContents } from './mail/contents.ts';
import { mailRoutes } from './mail/http.ts';
import { createNotices } from './mail/notices.ts';
import { createQueue, usualTiming, type Timing } from './mail/queue.ts';
import { mailReactions } from './mail/reactions.ts';
import { createSmtp } from './mail/smtp.ts';
import { pushRoutes } from './push/http.ts';
import { createPushes } from './push/sender.ts';
import { createSubscriptions } from './push/subscriptions.ts';
import { snoozingRoutes } from './snoozing/http.ts';

/** What the notifications service is made of. Without a mail server nothing is sent, and mails are kept to be read. */
export const compose = (
  ports: ServicePorts<NotificationsEvent>,
  { smtp, from }: MailConfig = readMailConfig(),
  timing: Timing = usualTiming,
): ComposedService => {
  const directory = createDirectory(ports.rpc.client(AuthServiceDefinition), ports.clock, 'notifications');
  const knownTo = createKnown(ports, directory);
  const readersOf = createReaders(ports, directory);
  const subscriptions = createSubscriptions(ports.vault);
  const contentsOf = createContents(
    ports.rpc,
    createNotices(ports, { readersOf, knownTo, changesOf: createChanges(ports) }),
    ports.settings.baseUrl,
  );
  const { hostname: host } = new URL(ports.settings.baseUrl);
  const queue =
    smtp === undefined
      ? undefined
      : createQueue(
          ports,
          contentsOf,
          createSmtp(smtp, ports.dialer, host),
          { from: from ?? `tessera@${host}`, host },
          { timing },
        );
  const pushes = createPushes(ports, { subscriptions, readersOf, knownTo });
  const sendsMail = queue !== undefined;
  const waysOf = createWays(sendsMail, subscriptions.has);
  const wake = (organizationId: string): void => {
    queue?.wake(organizationId);
    pushes.wake(organizationId);
  };
  const parts = { directory, knownTo, waysOf, wake, sendsMail };
  const clock = createClock(ports, parts);
  return {
    name: 'notifications',
    routes: [
      ...inboxRoutes(ports, knownTo),
      ...snoozingRoutes(ports, () => void clock.wake()),
      ...forwardingRoutes(ports, parts),
      ...deliveriesRoutes(ports, sendsMail),
      ...pushRoutes(ports, subscriptions),
      ...mailRoutes(ports, contentsOf, queue),
    ],
    reactions: [...inboxReactions(ports, parts), ...mailReactions(ports, queue)],
    start: async () => {
      queue?.start();
      clock.start();
      await pushes.start();
    },
    stop: async () => {
      await Promise.all([queue?.stop(), clock.stop(), pushes.stop()]);
    },
  };
};
