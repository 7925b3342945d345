import type { EventContext, Notice } from '@tessera/kernel';
import type { AppsEvent } from './events.ts';

const listed: ReadonlySet<AppsEvent['$case']> = new Set([
  'appCreated',
  'appRenamed',
  'appPublished',
  'appArchived',
  'appRestored',
]);

/** What browsers may be told of an event: which app, never what is in it (docs/events.md 22). */
export const notices = (event: AppsEvent, _context: EventContext): readonly Notice[] => {
  if ('pageId' in event.value) {
    const { pageId } = event.value;
    // Nothing but the text changes with every letter.
    if (event.$case === 'pageWritten') return [{ topic: `page:${pageId}`, kind: 'progress' }];
    return [
      { topic: `page:${pageId}`, kind: 'changed' },
      { topic: 'pages', kind: 'changed', ids: [pageId] },
    ];
  }
  // Whoever installs a template or asks the AI builder looks how far it is.
  if ('buildId' in event.value || 'operationId' in event.value || 'templateId' in event.value) return [];
  // What is sent changes no link.
  if ('linkId' in event.value) return [];
  if ('link' in event.value || event.$case === 'linksSwitched') return [{ topic: 'links', kind: 'changed' }];
  if (!('appId' in event.value)) return [{ topic: 'folders', kind: 'changed' }];
  const { appId } = event.value;
  return [
    { topic: `app:${appId}`, kind: 'changed' },
    ...(listed.has(event.$case) ? [{ topic: 'apps', kind: 'changed', ids: [appId] } as const] : []),
  ];
};
