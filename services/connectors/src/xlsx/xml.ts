import { broken, limits, type Limits } from './limits.ts';

/** Names and values of a tag, one after the other; prefixes are cut off. */
export type Attributes = readonly string[];

/** Hears of an XML document as it passes. */
export type XmlReader = {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Text between tags, maybe in pieces. */
  text(text: string): void;
};

export const attributeOf = (attributes: Attributes, name: string): string | undefined => {
  for (let i = 0; i < attributes.length; i += 2) if (attributes[i] === name) return attributes[i + 1];
  return undefined;
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text with its references replaced. Throws FileError `workbook_broken` for one that XML does not know by itself. */
const plain = (text: string): string => {
  if (!text.includes('&')) return text;
  let made = '';
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', from)) {
    const end = text.indexOf(';', at);
    if (end < 0 || end - at > 10) throw broken();
    const name = text.slice(at + 1, end);
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const known = name.startsWith('#') ? undefined : entities[name];
    if (known === undefined && !(name.startsWith('#') && code >= 0 && code <= 0x10ffff)) throw broken();
    made += text.slice(from, at) + (known ?? String.fromCodePoint(code));
    from = end + 1;
  }
  return made + text.slice(from);
};

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

const local = (name: string): string => {
  const at = name.indexOf(':');
  return at < 0 ? name : name.slice(at + 1);
};

/** Names and values of the tag that stands from `at` on. */
const attributesIn = (tag: string, from: number): Attributes => {
  const found: string[] = [];
  let at = from;
  for (;;) {
    while (isBlank(tag.charCodeAt(at))) at++;
    if (at >= tag.length) return found;
    const equals = tag.indexOf('=', at);
    if (equals < 0) throw broken();
    let quote = equals + 1;
    while (isBlank(tag.charCodeAt(quote))) quote++;
    const mark = tag[quote];
    if (mark !== '"' && mark !== "'") throw broken();
    const end = tag.indexOf(mark, quote + 1);
    if (end < 0) throw broken();
    const name = tag.slice(at, equals).trimEnd();
    if (!name.startsWith('xmlns')) found.push(local(name), plain(tag.slice(quote + 1, end)));
    at = end + 1;
  }
};

/**
 * Scans a document that comes in pieces, each character a bounded number of times. It knows what parts of workbooks have
 * and refuses the rest: declarations of types, entities of its own, tags that do not close. Throws FileError.
 */
export const xmlScanner = (reader: XmlReader, { depth, longest }: Limits = limits) => {
  let rest = '';
  /** Up to here `rest` has no end of what it begins with. */
  let searched = 0;
  const names: string[] = [];
  let rooted = false;

  const endOf = (end: string, from: number): number => {
    const at = rest.indexOf(end, Math.max(from, searched));
    searched = at < 0 ? Math.max(from, rest.length - end.length + 1) : 0;
    return at;
  };
  /** Where a tag ends: a ">" outside its values. */
  const tagEnd = (from: number): number => {
    const end = endOf('>', from);
    if (end < 0) return -1;
    let mark = 0;
    for (let at = from; at < rest.length; at++) {
      const code = rest.charCodeAt(at);
      if (mark !== 0) {
        if (code === mark) mark = 0;
      } else if (code === 62) return at;
      else if (code === 34 || code === 39) mark = code;
    }
    return -1;
  };
  const tag = (text: string): void => {
    if (text.charCodeAt(0) === 47) {
      const name = local(text.slice(1).trimEnd());
      if (names.pop() !== name) throw broken();
      reader.close(name);
      return;
    }
    const single = text.endsWith('/');
    const body = single ? text.slice(0, -1) : text;
    let end = 0;
    while (end < body.length && !isBlank(body.charCodeAt(end))) end++;
    const name = local(body.slice(0, end));
    if (name === '' || (names.length === 0 && rooted)) throw broken();
    rooted = true;
    if (names.length >= depth) throw broken();
    reader.open(name, end < body.length ? attributesIn(body, end) : []);
    if (single) reader.close(name);
    else names.push(name);
  };

  return {
    push: (piece: string): void => {
      rest = rest === '' ? piece : rest + piece;
      let at = 0;
      for (;;) {
        if (rest.charCodeAt(at) !== 60) {
          const open = endOf('<', at);
          if (open < 0) break;
          if (open > at && names.length > 0) reader.text(plain(rest.slice(at, open)));
          at = open;
        }
        const kind = rest.charCodeAt(at + 1);
        if (Number.isNaN(kind)) break;
        if (kind === 33) {
          if (rest.length - at < 9) break;
          const comment = rest.startsWith('<!--', at);
          // Types and entities of a document's own are how small files become large ones.
          if (!comment && !rest.startsWith('<![CDATA[', at)) throw broken();
          const end = endOf(comment ? '-->' : ']]>', at + (comment ? 4 : 9));
          if (end < 0) break;
          if (!comment && names.length > 0) reader.text(rest.slice(at + 9, end));
          at = end + 3;
        } else if (kind === 63) {
          const end = endOf('?>', at + 2);
          if (end < 0) break;
          at = end + 2;
        } else {
          const end = tagEnd(at + 1);
          if (end < 0) break;
          tag(rest.slice(at + 1, end));
          at = end + 1;
        }
      }
      rest = rest.slice(at);
      searched = Math.max(0, searched - at);
      if (rest.length > longest + 65_536 * 4) throw broken();
    },
    /** The document is over. */
    end: (): void => {
      if (!rooted || names.length > 0 || rest.trim() !== '') throw broken();
    },
  };
};

/** Scans the bytes of a part; UTF-16 by its mark, as the standard allows, and else UTF-8. `after` runs behind each piece. */
export const scanXml = async function* <T>(
  bytes: AsyncIterable<Uint8Array>,
  reader: XmlReader,
  after: () => T | undefined,
): AsyncGenerator<T> {
  const scanner = xmlScanner(reader);
  let decoder: TextDecoder | undefined;
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(
      piece[0] === 0xff && piece[1] === 0xfe
        ? 'utf-16le'
        : piece[0] === 0xfe && piece[1] === 0xff
          ? 'utf-16be'
          : 'utf-8',
    );
    scanner.push(decoder.decode(piece, { stream: true }));
    const made = after();
    if (made !== undefined) yield made;
  }
  scanner.end();
  const made = after();
  if (made !== undefined) yield made;
};

/** Scans a whole part. */
export const readXml = async (bytes: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> => {
  for await (const _ of scanXml(bytes, reader, () => undefined));
};
