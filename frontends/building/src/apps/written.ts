import {
  textVariables,
  type TextDocument,
  type TextLine,
  type TextRun,
  type TextVariable,
} from '@tessera/proto/blocks';
import { leads } from '../blocks/text-block.tsx';

/** What a field of a record is called, as far as a written text needs it. */
export type NamedField = { readonly id: string; readonly name: string };

const ofRecord = 'record.';

/** How a variable is written between its braces; a field that its name would not find, by its id. */
export const variableName = (variable: TextVariable, fields: readonly NamedField[]): string => {
  if (variable.of !== 'record') return variable.of;
  const { fieldId } = variable;
  const name = fields.find(({ id }) => id === fieldId)?.name ?? '';
  const found = !/[|{}]/.test(name) && name.trim() === name && fields.find((one) => one.name === name)?.id === fieldId;
  return `${ofRecord}${found ? name : fieldId}`;
};

const variableNamed = (name: string, fields: readonly NamedField[]): TextVariable | undefined => {
  const own = textVariables.find((one) => one === name);
  if (own !== undefined) return { of: own };
  if (!name.startsWith(ofRecord)) return undefined;
  const said = name.slice(ofRecord.length);
  const field = fields.find((one) => one.name === said) ?? fields.find(({ id }) => id === said);
  return field !== undefined
    ? { of: 'record', fieldId: field.id }
    : /^[a-z0-9]{26}$/i.test(said)
      ? { of: 'record', fieldId: said }
      : undefined;
};

const marks = [
  ['**', 'bold'],
  ['__', 'underline'],
  ['*', 'italic'],
] as const;
type Marks = { readonly [Mark in (typeof marks)[number][1]]?: true };

/** Signs of letters that would be read as something else. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('*', '\\*')
    .replaceAll('__', '\\_\\_')
    .replaceAll('{{', '\\{\\{')
    .replaceAll('](', ']\\(');
const escapes = new Set('\\*_{(#-.');

const writtenRun =
  (fields: readonly NamedField[]) =>
  (run: TextRun): string => {
    const { text, variable, href } = run;
    const name = variable && variableName(variable, fields);
    const whole =
      name === undefined ? escaped(text) : text === '' ? `{{${name}}}` : `{{${name}|${text.replaceAll('}', '')}}}`;
    const said = whole.trim();
    if (said === '') return whole;
    const at = whole.indexOf(said);
    const marked = marks.reduce((inner, [sign, mark]) => (run[mark] === true ? `${sign}${inner}${sign}` : inner), said);
    const led = href !== undefined && leads(href) ? `[${marked}](${href})` : marked;
    return `${whole.slice(0, at)}${led}${whole.slice(at + said.length)}`;
  };

/** A text as its lines are written: `# ` begins a heading, `- ` and `1. ` items of lists. */
export const toWritten = (content: TextDocument | undefined, fields: readonly NamedField[] = []): string =>
  (content?.blocks ?? [])
    .map(({ kind, level = 1, runs }) => {
      const text = runs.map(writtenRun(fields)).join('');
      if (kind === 'heading') return `${'#'.repeat(level)} ${text}`;
      if (kind === 'bullet') return `- ${text}`;
      if (kind === 'number') return `1. ${text}`;
      if (/^(?:#{1,3}|-) /.test(text)) return `\\${text}`;
      return text.replace(/^(\d{1,4})\. /, '$1\\. ');
    })
    .join('\n');

/** The letters, links and variables of one line. What is begun and not ended is what it looks like. */
const runsIn = (
  line: string,
  fields: readonly NamedField[],
  around: Pick<TextRun, 'href'> & Marks = {},
): readonly TextRun[] => {
  const runs: TextRun[] = [];
  let text = '';
  let on: Marks = {};
  const push = (): void => {
    if (text !== '') runs.push({ text, ...around, ...on });
    text = '';
  };
  for (let at = 0; at < line.length;) {
    const letter = line[at]!;
    if (letter === '\\' && escapes.has(line[at + 1] ?? ' ')) {
      text += line[at + 1]!;
      at += 2;
      continue;
    }
    if (line.startsWith('{{', at)) {
      const end = line.indexOf('}}', at);
      const [name = '', ...rest] = end < 0 ? [] : line.slice(at + 2, end).split('|');
      const variable = variableNamed(name.trim(), fields);
      if (variable !== undefined) {
        push();
        runs.push({ text: rest.join('|'), variable, ...around, ...on });
        at = end + 2;
        continue;
      }
    }
    if (letter === '[' && around.href === undefined) {
      const middle = line.indexOf('](', at);
      const end = middle < 0 ? -1 : line.indexOf(')', middle);
      const href = line.slice(middle + 2, end);
      if (end >= 0 && middle > at + 1 && leads(href)) {
        push();
        runs.push(...runsIn(line.slice(at + 1, middle), fields, { ...on, href }));
        at = end + 1;
        continue;
      }
    }
    const found = marks.find(([sign, mark]) => {
      if (!line.startsWith(sign, at)) return false;
      const next = line[at + sign.length] ?? ' ';
      return on[mark] === true
        ? (line[at - 1] ?? ' ').trim() !== ''
        : next.trim() !== '' && line.includes(sign, at + sign.length + 1);
    });
    if (found !== undefined) {
      const [sign, mark] = found;
      push();
      const { [mark]: was, ...others } = on;
      on = was === true ? others : { ...on, [mark]: true };
      at += sign.length;
      continue;
    }
    text += letter;
    at++;
  }
  push();
  return runs;
};

export const fromWritten = (text: string, fields: readonly NamedField[] = []): TextDocument => ({
  blocks: text.split('\n').flatMap((line): readonly TextLine[] => {
    if (line.trim() === '') return [];
    const runs = (rest: string): readonly TextRun[] => runsIn(rest, fields);
    const heading = /^(#{1,3}) (.*)$/.exec(line);
    if (heading) return [{ kind: 'heading', level: heading[1]!.length, runs: runs(heading[2]!) }];
    if (line.startsWith('- ')) return [{ kind: 'bullet', runs: runs(line.slice(2)) }];
    const number = /^\d{1,4}\. (.*)$/.exec(line);
    if (number) return [{ kind: 'number', runs: runs(number[1]!) }];
    return [{ kind: 'paragraph', runs: runs(line) }];
  }),
});
