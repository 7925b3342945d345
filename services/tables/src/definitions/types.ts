import type { StorageKind } from '@tessera/kernel';
import { fieldTypes, type FieldType } from '@tessera/fields';

const byId: ReadonlyMap<string, FieldType> = new Map(fieldTypes.map((type) => [type.id, type]));

export const typeOf = (id: string): FieldType | undefined => byId.get(id);

/** The storage of a field type; text for one that this version does not know, so that folding stays total. */
export const storageOf = (id: string): StorageKind => byId.get(id)?.storage ?? 'text';
