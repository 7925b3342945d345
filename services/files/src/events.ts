import { FilesEvent as Wire } from '@tessera/proto/files/v1/events';

/** Everything that can happen here, as the generated union has it. */
export type FilesEvent = NonNullable<Wire['event']>;

export const codec = {
  encode: (one: FilesEvent) => ({ type: one.$case, bytes: Wire.encode({ event: one }).finish() }),
  decode: (_type: string, bytes: Uint8Array): FilesEvent | undefined => Wire.decode(bytes).event,
};

export const fileStream = (fileId: string): string => `file:${fileId}`;
/** What all files of the organization take: whoever adds one decides on its version. */
export const roomStream = 'room:files';
