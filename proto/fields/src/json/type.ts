import { storable } from '../shared.ts';
import { textType } from '../text-type.ts';
import { FieldError, type FieldType } from '../type.ts';

/** Lists and objects within each other. */
const deepest = 32;

/** How deep a text of JSON is, brackets within strings left out; read once, before a parser sees it. */
const depthOf = (text: string): number => {
  let depth = 0;
  let most = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (quoted) {
      if (sign === '\\') i++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{' || sign === '[') most = Math.max(most, ++depth);
    else if (sign === '}' || sign === ']') depth--;
  }
  return most;
};

/** A text of JSON in its shortest writing; numbers are kept as they are written. Throws FieldError. */
const read = (text: string): string | null => {
  const whole = storable(text).trim();
  if (whole === '') return null;
  if (depthOf(whole) > deepest)
    throw new FieldError('json.too_deep', `Lists and objects stand at most ${deepest} deep within each other`, {
      limit: deepest,
    });
  try {
    JSON.parse(whole);
  } catch {
    throw new FieldError('json.invalid', 'This is not JSON');
  }
  return compact(whole);
};

/** Without the blanks between its parts. A parser would round long numbers and drop names that come twice. */
const compact = (text: string): string => {
  const kept: string[] = [];
  let from = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (quoted) {
      if (sign === '\\') i++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t') {
      kept.push(text.slice(from, i));
      from = i + 1;
    }
  }
  kept.push(text.slice(from));
  return kept.join('');
};

const base: FieldType = textType({
  id: 'json',
  keyable: false,
  conversions: { group: 'other', to: ['text'] },
  format: {
    takes: 'A text of JSON, or an object or list; at most 100,000 bytes, 32 deep. Answers are its text.',
    example: '{"size":"L","tags":["new"]}',
  },
  known: {
    least: 2,
    most: 100_000,
    reads: (text) => {
      if (!/^[[{]/.test(text) || !/[\]}]$/.test(text)) return 'no';
      try {
        read(text);
        return 'surely';
      } catch {
        return 'no';
      }
    },
    names: /(^|[^\p{L}])json([^\p{L}]|$)/iu,
  },
  sample: (random) => JSON.stringify({ size: Math.floor(random() * 1e6), tags: ['a b', '{"'], at: null }),
  read,
});

/** Any JSON: what other programs send along. */
export const json: FieldType = {
  ...base,
  fromJson: (value) =>
    typeof value === 'object' && value !== null
      ? read(JSON.stringify(value))
      : value === null
        ? null
        : read(String(value)),
};
