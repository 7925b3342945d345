import { fieldTypes } from '@tessera/fields';
import { storageKinds } from '@tessera/kernel';
import { viewTypes } from '@tessera/proto/views';
import { isTest } from './rules.ts';

const ids = fieldTypes.map(({ id }) => id);
/** Small letters alone are a word of the language as well: how a value is stored, an element of a page, what people type. */
const words = new Set<string>([...ids.filter((id) => /^[a-z]+$/.test(id)), 'dateTime']);
const any = (list: readonly string[]): string => list.join('|');
const distinct = any(ids.filter((id) => !words.has(id)));
/** Those that no answer of the API has for the name of a property. */
const keys = any(ids.filter((id) => !words.has(id) && !id.includes('_')));
const all = any(ids);

/** Where a name is that of a type, whatever else it is a word for. */
const named: readonly RegExp[] = [
  new RegExp(`(['"\`])(?:${distinct})\\1`, 'g'),
  new RegExp(`\\b(?:${keys}): `, 'g'),
  new RegExp(`(?:\\btype|Type)(?:\\.id)?\\)? [!=]== '(?:${all})'`, 'g'),
  new RegExp(`\\btype: '(?:${all})'`, 'g'),
  new RegExp(`\\b(?:\\w*[tT]ype|typeName|fieldIcon|viewOf)\\([^()']*'(?:${all})'`, 'g'),
  new RegExp(`\\btypes\\.(?:${all})\\b`, 'g'),
  new RegExp(`\\[[^\\]]*'(?:${all})'[^\\]]*\\]\\.includes\\((?!target)[^()]*[tT]ype(?:\\.id)?\\)`, 'g'),
  new RegExp(`/(?:${all})/(?:type|view)\\.tsx?'`, 'g'),
];
/** A branch on a type by its name. */
const branched = new RegExp(`switch \\((?:\\w+\\.)*(?:type|type\\.id|typeId)\\) \\{[^}]*?case '(?:${all})'`, 'g');

/** A type's own folder in the contract and its twin on screen, and the one list of each. */
const own = new RegExp(`^(?:proto/fields/src|frontends/building/src/field-types)/(?:(?:${all})/|list\\.ts$)`);
/** Tables that the product makes for people: their fields are of a type as a person would choose it. */
const content = new Set(['frontends/shell/src/create/create-table.ts']);
/** What speaks the protocol of others, whose words are theirs. */
const foreign = new Set(['services/gateway/src/mcp/mcp.ts']);
const looked = /^(?:services|frontends|proto\/fields)\//;

/**
 * Where code names a field type, by file: what holds for a type stands in its own folders, so that one that is added
 * needs no word anywhere else.
 */
export const namedTypes = (file: string, text: string): readonly string[] =>
  !looked.test(file) || isTest(file) || own.test(file) || content.has(file) || foreign.has(file)
    ? []
    : [...named, branched].flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => `${file}: ${found}`));

const views = any(viewTypes.map(({ id }) => id));
const namedViews: readonly RegExp[] = [
  new RegExp(`\\bview\\w*\\??\\.type [!=]== '(?:${views})'`, 'g'),
  new RegExp(`\\bviewType(?:Of)?\\('(?:${views})'\\)`, 'g'),
  new RegExp(`(?:views|view-types)/(?:${views})/`, 'g'),
  new RegExp(`\\b\\w*[vV]iewTypes?\\w*(?:: [^=]+)? = \\{[^}]*?\\b(?:${views})[:,]`, 'g'),
];
/** A type's own folder in the contract and its twin on screen, and the one list of each. */
const ownView = new RegExp(`^(?:proto/views|frontends/building/src/view-types)/(?:(?:${views})/|list\\.ts$)`);
/** Where views are the only thing that has a type. */
const ofViews = /^services\/tables\/src\/(?:views|definitions)\//;
const asType = new RegExp(`(?:\\btype: |\\?\\? |z\\.literal\\()'(?:${views})'`, 'g');

/** Where code names a view type outside its own folder, by file. */
export const namedViewTypes = (file: string, text: string): readonly string[] =>
  !/^(?:services|frontends|proto)\//.test(file) || isTest(file) || ownView.test(file)
    ? []
    : [...namedViews, ...(ofViews.test(file) ? [asType] : [])].flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([found]) => `${file}: ${found}`),
      );

const stored = any(storageKinds);
/** Names of kinds that are the names of nothing else that has a `kind`. */
const plainly = any(
  storageKinds.filter((kind) => kind !== 'text' && kind !== 'options' && kind !== 'user' && kind !== 'date'),
);
const storageOf = String.raw`(?:\w*[sS]torage\b|\b(?:field|column|spec|of|by|left|f|c)(?:\.\w+)?\.kind\b|kindOf\([^()]*\))\)?`;
const namedStorage: readonly RegExp[] = [
  new RegExp(`${storageOf} [!=]== '(?:${stored})'`, 'g'),
  new RegExp(`\\[[^\\]]*'(?:${stored})'[^\\]]*\\]\\.includes\\([^()]*(?:storage|kind)\\)`, 'g'),
  new RegExp(`switch \\((?:[\\w?]+\\.)*(?:\\w*[sS]torage|kind)\\) \\{[^}]*?case '(?:${plainly})'`, 'g'),
];
/** A kind's own files, one in each of the three places, with the list of each; and what generates cases of each kind. */
const ofStorage = /^(?:infra\/kernel\/src\/kinds|proto\/cells\/kinds|infra\/document-store\/src\/kinds)\//;

/** Where code branches on a storage kind by its name, by file: what holds for a kind stands in its own files. */
export const namedStorageKinds = (file: string, text: string): readonly string[] =>
  !/^(?:infra|services|frontends|proto)\//.test(file) || isTest(file) || ofStorage.test(file)
    ? []
    : namedStorage.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => `${file}: ${found}`));
