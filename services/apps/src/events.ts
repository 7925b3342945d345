import { AppsEvent as Wire } from '@tessera/proto/apps/v1/events';

/** Everything that can happen to apps, as the generated union has it. */
export type AppsEvent = NonNullable<Wire['event']>;
type Case = AppsEvent['$case'];
export type EventOf<K extends Case> = Extract<AppsEvent, { $case: K }>['value'];

/** Makes an event of the union. */
export const event = <K extends Case>($case: K, value: EventOf<K>): AppsEvent => ({ $case, value }) as AppsEvent;

export const codec = {
  encode: (one: AppsEvent) => ({ type: one.$case, bytes: Wire.encode({ event: one }).finish() }),
  decode: (_type: string, bytes: Uint8Array): AppsEvent | undefined => Wire.decode(bytes).event,
};

export const appStream = (appId: string): string => `app:${appId}`;

export const pageStream = (pageId: string): string => `page:${pageId}`;

/** All folders of an organization are one stream: which holds what is decided for all of them at once. */
export const folderStream = 'folders:all';

export const linkStream = (linkId: string): string => `link:${linkId}`;

/** What holds for all public links of an organization. */
export const sharingStream = 'links:all';

/** A template of an organization's own. */
export const templateStream = (templateId: string): string => `template:${templateId}`;

/** A template that stands in the gallery of all organizations; in the organization of the installation. */
export const galleryStream = (templateId: string): string => `gallery:${templateId}`;

/** What somebody asked of the AI builder. */
export const buildStream = (buildId: string): string => `build:${buildId}`;

/** A template that is installed, by the id of its operation. */
export const installStream = (operationId: string): string => `install:${operationId}`;
