import type { EventContext } from '@tessera/kernel';
import { Header } from '@tessera/proto/commit/v1/commit';
import { checksumHolds, decodeBody } from './log/codec.ts';
import type { RawCommit } from './port.ts';
import { contextOf, fromStoredAdvance } from './writer/facts.ts';

/** An event whose payload is still the service's bytes. */
export type RawEvent = { readonly type: string; readonly payload: Uint8Array; readonly context: EventContext };
export type OpenedCommit = { readonly header: Header; readonly events: readonly RawEvent[] };

/**
 * What a commit that travelled holds, without the events of the store itself. Throws when its bytes do not match their
 * checksum.
 */
export const openRawCommit = (
  service: string,
  raw: Pick<RawCommit, 'header' | 'body' | 'encoding' | 'checksum'>,
): OpenedCommit => {
  if (!checksumHolds(raw)) throw new Error('a commit does not match its checksum');
  const header = Header.decode(raw.header);
  const events = decodeBody(raw.body, raw.encoding).events.flatMap(({ type, payload, advances }, index) =>
    type.startsWith('$')
      ? []
      : [{ type, payload, context: contextOf(service, header, index, advances.map(fromStoredAdvance)) }],
  );
  return { header, events };
};
