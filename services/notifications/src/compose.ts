import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { readMailConfig, type MailConfig } from './config.ts';
import type { NotificationsEvent } from './events.ts';
import { inboxRoutes } from './inbox/http.ts';
import { inboxReactions } from './inbox/reactions.ts';
import { createContents } from './mail/contents.ts';
import { mailRoutes } from './mail/http.ts';
import { createQueue, usualTiming, type Timing } from './mail/queue.ts';
import { mailReactions } from './mail/reactions.ts';
import { createSmtp } from './mail/smtp.ts';

/** What the notifications service is made of. Without a mail server nothing is sent, and mails are kept to be read. */
export const compose = (
  ports: ServicePorts<NotificationsEvent>,
  { smtp, from }: MailConfig = readMailConfig(),
  timing: Timing = usualTiming,
): ComposedService => {
  const contentsOf = createContents(ports.rpc);
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
  return {
    name: 'notifications',
    routes: [...inboxRoutes(ports), ...mailRoutes(ports, contentsOf, queue)],
    reactions: [...inboxReactions(ports), ...mailReactions(ports, queue)],
    start: async () => queue?.start(),
    stop: async () => queue?.stop(),
  };
};
