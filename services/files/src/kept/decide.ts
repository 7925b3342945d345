import {
  read,
  type CommandHandler,
  type DecidedEvent,
  type Loading,
  type Rejection,
  type Snapshot,
} from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { fileStream, roomStream, type FilesEvent } from '../events.ts';
import { rejection } from '../refusals.ts';
import { placeKey, type KeptFile, type Piece, type Place, type Room } from './evolve.ts';

type Known = Snapshot<KeptFile | undefined>;
/** The most places that one file counts: it may stand in more records, and goes with the last of these. */
const mostPlaces = 10_000;

export const noRoom = (limit: number): Rejection =>
  rejection(
    'too_large',
    'files.no_room',
    `The files of this organization may take ${Math.round(limit / (1024 * 1024)).toLocaleString('en-US')} MB together, and this one has no room.`,
    { limit },
  );

/** What an upload became: whoever uploaded it may put it into a field from here on. Throws `files.no_room`. */
export const keepFile: CommandHandler<
  {
    readonly fileId: string;
    readonly size: number;
    readonly type: string;
    readonly pieces: readonly Piece[];
    readonly limit: number;
  },
  { readonly file: Known; readonly room: Snapshot<Room> },
  FilesEvent,
  null
> = {
  merges: true,
  *load({ fileId }) {
    return {
      file: yield* read.snapshot<KeptFile | undefined>(fileStream(fileId)),
      room: yield* read.snapshot<Room>(roomStream),
    };
  },
  decide: ({ fileId, size, type, pieces, limit }, { file, room }, { meta }) => {
    requireRight(meta.actor, 'files.upload');
    if (file.state !== undefined) return { events: [] };
    if ((room.state?.bytes ?? 0) + size > limit) throw noRoom(limit);
    return {
      events: [
        {
          event: {
            $case: 'fileUploaded',
            value: { fileId, size, type, pieces: pieces.map((one) => ({ ...one })), userId: userOf(meta.actor) },
          },
          advances: [
            { stream: fileStream(fileId), version: file.version + 1 },
            { stream: roomStream, version: room.version + 1 },
          ],
        },
      ],
    };
  },
  *answer() {
    return null;
  },
};

function* snapshots(ids: readonly string[]): Loading<readonly Known[]> {
  const found: Known[] = [];
  for (const id of ids) found.push(yield* read.snapshot<KeptFile | undefined>(fileStream(id)));
  return found;
}

export type Used = { readonly fileId: string; readonly places: readonly Place[] };

/** Records have files: asked by the service itself, which follows tables. Erased and unknown ones are passed over. */
export const useFiles: CommandHandler<{ readonly files: readonly Used[] }, readonly Known[], FilesEvent, null> = {
  merges: true,
  load: ({ files }) => snapshots(files.map(({ fileId }) => fileId)),
  decide: ({ files }, loaded, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    return {
      events: files.flatMap(({ fileId, places }, i): readonly DecidedEvent<FilesEvent>[] => {
        const { version, state } = loaded[i]!;
        if (state === undefined || state.erased) return [];
        const known = new Set(state.places.map(placeKey));
        const added = places.filter((one) => !known.has(placeKey(one))).slice(0, mostPlaces - known.size);
        if (added.length === 0) return [];
        return [
          {
            event: { $case: 'fileUsed', value: { fileId, places: added.map((one) => ({ ...one })) } },
            advances: [{ stream: fileStream(fileId), version: version + 1 }],
          },
        ];
      }),
    };
  },
  *answer() {
    return null;
  },
};

const erased = (fileId: string, state: KeptFile): FilesEvent => ({
  $case: 'fileErased',
  value: { fileId, size: state.size, handles: state.pieces.map(({ handle }) => handle) },
});

/**
 * Records are gone for good. A file that no other record has goes with them. One at a time, since each takes its bytes
 * from the same sum.
 */
export const releaseFiles: CommandHandler<
  { readonly fileId: string; readonly places: readonly Place[] },
  { readonly file: Known; readonly room: Snapshot<Room> },
  FilesEvent,
  { readonly released: number }
> = {
  merges: true,
  *load({ fileId }) {
    return {
      file: yield* read.snapshot<KeptFile | undefined>(fileStream(fileId)),
      room: yield* read.snapshot<Room>(roomStream),
    };
  },
  decide: ({ fileId, places }, { file: { version, state }, room }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined || state.erased) return { events: [] };
    const gone = new Set(places.map(placeKey));
    const released = state.places.filter((one) => gone.has(placeKey(one)));
    if (released.length === 0) return { events: [] };
    const stream = fileStream(fileId);
    const event: FilesEvent = {
      $case: 'fileReleased',
      value: { fileId, places: released.map((one) => ({ ...one })) },
    };
    const events: DecidedEvent<FilesEvent>[] = [{ event, advances: [{ stream, version: version + 1 }] }];
    if (released.length === state.places.length)
      events.push({
        event: erased(fileId, state),
        advances: [
          { stream, version: version + 2 },
          { stream: roomStream, version: room.version + 1 },
        ],
      });
    return { events };
  },
  *answer(_command, events) {
    const released = events.map((event) => (event.$case === 'fileReleased' ? event.value.places.length : 0));
    return { released: released.reduce((sum, one) => sum + one, 0) };
  },
};

/** An upload that no record took in its day. One that a record has stays, whoever asks. */
export const eraseFile: CommandHandler<
  { readonly fileId: string },
  { readonly file: Known; readonly room: Snapshot<Room> },
  FilesEvent,
  { readonly erased: boolean }
> = {
  merges: true,
  *load({ fileId }) {
    return {
      file: yield* read.snapshot<KeptFile | undefined>(fileStream(fileId)),
      room: yield* read.snapshot<Room>(roomStream),
    };
  },
  decide: ({ fileId }, { file: { version, state }, room }, { meta }) => {
    if (!can(meta.actor, 'files.remove', state?.userId).allow) requireRight(meta.actor, 'installation.act');
    if (state === undefined || state.erased || state.places.length > 0) return { events: [] };
    return {
      events: [
        {
          event: erased(fileId, state),
          advances: [
            { stream: fileStream(fileId), version: version + 1 },
            { stream: roomStream, version: room.version + 1 },
          ],
        },
      ],
    };
  },
  *answer(_command, events) {
    return { erased: events.length > 0 };
  },
};
