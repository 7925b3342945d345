import type { Aggregate } from '@tessera/kernel';
import type { FilesEvent } from '../events.ts';

export type Piece = { readonly handle: string; readonly size: number; readonly sha256: string };
/** What has files beside the cells of tables: a place in it has its name for a table. */
export const otherPlaces = ['message', 'task'] as const;
/** A cell, a message or a task that has the file, or had it and may have it again by an undo. */
export type Place = { readonly tableId: string; readonly fieldId: string; readonly recordId: string };

/** One file as its events tell it. */
export type KeptFile = {
  readonly size: number;
  readonly type: string;
  readonly pieces: readonly Piece[];
  readonly userId: string;
  /** When it was whole, in ms. */
  readonly at: number;
  readonly places: readonly Place[];
  readonly erased: boolean;
};
/** What the files of an organization take together. */
export type Room = { readonly bytes: number; readonly files: number };

export const placeKey = ({ tableId, fieldId, recordId }: Place): string => `${tableId}/${fieldId}/${recordId}`;

const without = (places: readonly Place[], gone: readonly Place[]): readonly Place[] => {
  const keys = new Set(gone.map(placeKey));
  return places.filter((one) => !keys.has(placeKey(one)));
};

export const fileAggregate: Aggregate<KeptFile | undefined, FilesEvent> = {
  kind: 'file',
  version: 1,
  initial: undefined,
  evolve: (state, event, context) => {
    switch (event.$case) {
      case 'fileUploaded': {
        const { size, type, pieces, userId } = event.value;
        return { size, type, pieces, userId, at: context.time, places: [], erased: false };
      }
      case 'fileUsed':
        return (
          state && {
            ...state,
            places: [...without(state.places, event.value.places), ...event.value.places],
          }
        );
      case 'fileReleased':
        return state && { ...state, places: without(state.places, event.value.places) };
      case 'fileErased':
        return state && { ...state, pieces: [], places: [], erased: true };
      default:
        return state;
    }
  },
};

export const roomAggregate: Aggregate<Room, FilesEvent> = {
  kind: 'room',
  version: 1,
  initial: { bytes: 0, files: 0 },
  evolve: (room, event) => {
    switch (event.$case) {
      case 'fileUploaded':
        return { bytes: room.bytes + event.value.size, files: room.files + 1 };
      case 'fileErased':
        return { bytes: room.bytes - event.value.size, files: room.files - 1 };
      default:
        return room;
    }
  },
};
