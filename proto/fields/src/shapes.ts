/** Texts of a recognizable shape: what a type reads, and what an import takes a column of them for. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const ticked = words('true yes sim sí si verdadeiro verdadero x ✓ ✔ ☑ y s t v on 1 checked [x] wahr ja oui');
const blank = words('false no não nao falso n f off 0 unchecked [] ☐ ✗ ✘ falsch nein non');

/**
 * What a word says as a tick: true, false, or undefined for other texts. English, Portuguese, Spanish, and what
 * spreadsheets write.
 */
export const tickWord = (text: string): boolean | undefined => {
  if (text.length > 10) return undefined;
  const lower = text.toLowerCase();
  const word = /\s/.test(lower) ? lower.replace(/\s/g, '') : lower;
  return ticked.has(word) ? true : blank.has(word) ? false : undefined;
};

/**
 * Whether words that are ticks stay apart as such: one says yes at most and one says no ("x" and "y" would be the same).
 * A letter alone is a name rather than a tick, unless it is an x or a y.
 */
export const keptApart = (texts: Iterable<string>): boolean => {
  const distinct = new Set<string>();
  for (const text of texts) distinct.add(text.trim().toLowerCase());
  const [first = '', second] = distinct;
  if (second === undefined) return !/^[a-wz]$/.test(first);
  return distinct.size === 2 && tickWord(first) !== tickWord(second);
};

const mailbox = /^[^\s@,;<>"()[\]\\:]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]{2,24}$/u;

/** A part of what `mailbox` takes, several times as fast. */
const commonMailbox = /^[a-z0-9]{1,30}(?:[._+-][a-z0-9]{1,30})?@(?:[a-z0-9]{1,63}\.){1,4}[a-z]{2,24}$/i;

/** An e-mail address as written, without "mailto:"; undefined for other texts. */
export const emailOf = (text: string): string | undefined => {
  if (text.length <= 254 && commonMailbox.test(text)) return text;
  const trimmed = text.trim().replace(/^mailto:/i, '');
  return trimmed.length <= 254 && trimmed.includes('@') && mailbox.test(trimmed) && !trimmed.includes('..')
    ? trimmed
    : undefined;
};

const dialled = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*(?:\s?(?:x|ext\.?|ramal)\s?\d{1,6})?$/i;

/**
 * The common shape without a regular expression: digits and signs between single blanks, no extension. A part of what
 * `dialled` takes.
 */
const isPlain = (text: string): boolean => {
  let digits = 0;
  let blank = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 32) {
      if (blank) return false;
      blank = true;
      continue;
    }
    if (code >= 48 && code <= 57) digits++;
    else if (!(code === 43 && i === 0) && code !== 40 && code !== 41 && code !== 45 && code !== 46 && code !== 47)
      return false;
    blank = false;
  }
  return !blank && digits >= 5 && digits <= 20 && text.length <= 40;
};

/**
 * A phone number as it was written, blanks collapsed: 5 to 20 digits with the usual signs and an extension. Undefined
 * for other texts.
 */
export const phoneOf = (text: string): string | undefined => {
  if (isPlain(text)) return text;
  const trimmed = text.replace(/^tel:/i, '').replace(/\s+/g, ' ').trim();
  if (trimmed.length > 40 || !dialled.test(trimmed)) return undefined;
  const digits = trimmed.replace(/\D/g, '').length;
  return digits >= 5 && digits <= 20 ? trimmed : undefined;
};

const bareHost = /^(?:[a-z0-9](?:[a-z0-9-]{0,62})\.)+[a-z]{2,24}(?:[:/?#]\S*)?$/i;

/** A part of what a URL parser takes, several times as fast. */
const commonAddress = /^https?:\/\/(?:[a-z0-9]{1,63}\.){1,4}[a-z]{2,24}(?:\/[!-~]*)?$/i;

/** What ends the name of a file, not of a host. */
const fileName =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[pst]|rtf|csv|tsv|txt|png|jpe?g|gif|svg|webp|heic|tiff?|bmp|mp[34]|wav|avi|mkv|zip|gz|tar|rar|7z|json|xml|ya?ml|html?|js|css|exe|bat|dll|log|bak|tmp|sql|eml|ics)$/i;

/**
 * An address of the web or of mail; "example.com/x" gains https, "report.pdf" is a file. Other schemes are refused, since links are shown to
 * other people.
 */
export const linkOf = (text: string): string | undefined => {
  if (text.length <= 2048 && commonAddress.test(text)) return text;
  const trimmed = text.trim();
  if (trimmed.length > 2048 || /\s/.test(trimmed)) return undefined;
  if (/^https?:\/\/[^/]/i.test(trimmed)) return URL.canParse(trimmed) ? trimmed : undefined;
  if (/^mailto:[^@\s]+@[^@\s]+$/i.test(trimmed)) return trimmed;
  return bareHost.test(trimmed) && !fileName.test(trimmed) && URL.canParse(`https://${trimmed}`)
    ? `https://${trimmed}`
    : undefined;
};

/** Whether an amount with this sign belongs to a column of that sign: "$" stands for every dollar, no sign for any. */
export const sameCurrency = (sign: string, own: string): boolean =>
  own === '' || sign.toUpperCase() === own.toUpperCase() || (sign === '$' && own.endsWith('$'));
