import { columnLetter } from '../csv/layout.ts';
import { FileError } from '../csv/reader.ts';
import { formatOf, general, type Format } from './formats.ts';
import { broken, limits } from './limits.ts';
import { attributeOf, readXml } from './xml.ts';
import { openArchive, type Archive } from './zip.ts';

/** A sheet of a workbook; `path` is undefined where it holds no cells, as a chart does. */
export type SheetPart = {
  readonly index: number;
  readonly name: string;
  readonly hidden: boolean;
  readonly path: string | undefined;
};
export type Book = {
  readonly archive: Archive;
  readonly sheets: readonly SheetPart[];
  readonly from1904: boolean;
  readonly formats: readonly Format[];
  /** A text that cells share, by its number. */
  shared(index: number): string | undefined;
};

type Relation = { readonly id: string; readonly type: string; readonly target: string };

const required = (archive: Archive, path: string): AsyncIterable<Uint8Array> => {
  const part = archive.read(path);
  if (part === undefined) throw broken();
  return part;
};

/** The path of what a part names: from the archive's root, or beside the part. */
const resolve = (from: string, target: string): string => {
  const parts = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '' && step !== '.') parts.push(step);
  }
  return parts.join('/');
};

const relationsOf = async (archive: Archive, path: string): Promise<readonly Relation[]> => {
  const at = path.lastIndexOf('/');
  const part = archive.read(`${path.slice(0, at + 1)}_rels/${path.slice(at + 1)}.rels`);
  const found: Relation[] = [];
  if (part === undefined) return found;
  await readXml(part, {
    open: (name, attributes) => {
      if (name !== 'Relationship' || attributeOf(attributes, 'TargetMode') === 'External') return;
      const [id, type, target] = ['Id', 'Type', 'Target'].map((one) => attributeOf(attributes, one) ?? '');
      found.push({ id: id!, type: type!.slice(type!.lastIndexOf('/') + 1), target: resolve(path, target!) });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return found;
};

/** How XML writes that something holds. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The formats of cells by the number of their style. */
const readFormats = async (part: AsyncIterable<Uint8Array>): Promise<readonly Format[]> => {
  const codes = new Map<number, string>();
  const known = new Map<number, Format>();
  const formats: Format[] = [];
  const inside: string[] = [];
  await readXml(part, {
    open: (name, attributes) => {
      const parent = inside.at(-1);
      inside.push(name);
      if (name === 'numFmt' && parent === 'numFmts')
        codes.set(Number(attributeOf(attributes, 'numFmtId')), attributeOf(attributes, 'formatCode') ?? '');
      if (name !== 'xf' || parent !== 'cellXfs') return;
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      const format = known.get(id) ?? formatOf(id, codes.get(id));
      known.set(id, format);
      formats.push(format);
    },
    close: () => void inside.pop(),
    text: () => undefined,
  });
  return formats;
};

/** `_x000D_` stands for a character that XML does not hold. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/**
 * Gathers the text of an item: of its runs, without the readings that stand beside words of Japanese. `open` and `close`
 * hear of the tags within.
 */
export const textGatherer = () => {
  let text = '';
  let taken = false;
  let beside = 0;
  return {
    open: (name: string): void => {
      if (name === 'rPh') beside++;
      else if (name === 't') taken = beside === 0;
    },
    close: (name: string): void => {
      if (name === 'rPh') beside--;
      else if (name === 't') taken = false;
    },
    text: (piece: string): void => {
      if (!taken) return;
      text += piece;
      if (text.length > limits.longest) throw broken();
    },
    take: (): string => {
      const whole = unescaped(text);
      text = '';
      return whole;
    },
  };
};

/** The texts that cells share, as bytes beside the heap. */
const readShared = async (part: AsyncIterable<Uint8Array>): Promise<(index: number) => string | undefined> => {
  let bytes = Buffer.alloc(1 << 16);
  let ends = new Uint32Array(1 << 12);
  let used = 0;
  let count = 0;
  const gather = textGatherer();
  let within = false;
  await readXml(part, {
    open: (name) => {
      if (name === 'si') within = true;
      else if (within) gather.open(name);
    },
    text: (text) => {
      if (within) gather.text(text);
    },
    close: (name) => {
      if (name !== 'si') return within ? gather.close(name) : undefined;
      within = false;
      const text = gather.take();
      const length = text.length * 3;
      if (used + length > bytes.length) {
        const more = Buffer.alloc(Math.max(bytes.length * 2, used + length));
        bytes.copy(more, 0, 0, used);
        bytes = more;
      }
      used += bytes.write(text, used, 'utf8');
      if (count === ends.length) {
        const more = new Uint32Array(ends.length * 2);
        more.set(ends);
        ends = more;
      }
      ends[count++] = used;
      if (count > limits.strings || used > limits.stringBytes)
        throw new FileError(
          'workbook_strings',
          `This workbook has more than ${limits.strings} different texts, or ${limits.stringBytes >> 20} MB of them. Split it and import the parts.`,
        );
      return undefined;
    },
  });
  return (index) =>
    Number.isInteger(index) && index >= 0 && index < count
      ? bytes.toString('utf8', index === 0 ? 0 : ends[index - 1]!, ends[index]!)
      : undefined;
};

/** Opens a workbook (ECMA-376, both of its namespaces). Close its archive. Throws FileError. */
export const openBook = async (path: string): Promise<Book> => {
  const archive = await openArchive(path);
  try {
    const start = (await relationsOf(archive, '')).find((one) => one.type === 'officeDocument');
    const bookPath = start?.target ?? 'xl/workbook.xml';
    const relations = await relationsOf(archive, bookPath);
    const byId = new Map(relations.map((one) => [one.id, one]));
    const sheets: SheetPart[] = [];
    let from1904 = false;
    await readXml(required(archive, bookPath), {
      open: (name, attributes) => {
        if (name === 'workbookPr') from1904 = isTrue(attributeOf(attributes, 'date1904'));
        if (name !== 'sheet') return;
        const relation = byId.get(attributeOf(attributes, 'id') ?? '');
        const state = attributeOf(attributes, 'state') ?? 'visible';
        sheets.push({
          index: sheets.length,
          name: (attributeOf(attributes, 'name') ?? '').slice(0, 200) || columnLetter(sheets.length),
          hidden: state !== 'visible',
          path: relation?.type === 'worksheet' ? relation.target : undefined,
        });
      },
      close: () => undefined,
      text: () => undefined,
    });
    if (sheets.length > limits.sheets)
      throw new FileError(
        'workbook_sheets',
        `A workbook has at most ${limits.sheets} sheets; this one has ${sheets.length}.`,
      );
    const partOf = (type: string): AsyncIterable<Uint8Array> | undefined => {
      const target = relations.find((one) => one.type === type)?.target;
      return target === undefined ? undefined : archive.read(target);
    };
    const styles = partOf('styles');
    const strings = partOf('sharedStrings');
    return {
      archive,
      sheets,
      from1904,
      formats: styles === undefined ? [general] : await readFormats(styles),
      shared: strings === undefined ? () => undefined : await readShared(strings),
    };
  } catch (error) {
    await archive.close();
    throw error;
  }
};
