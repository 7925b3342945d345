import { storable } from '../shared.ts';
import { textType } from '../text-type.ts';
import { FieldError } from '../type.ts';

const bareHost = /^(?:[a-z0-9](?:[a-z0-9-]{0,62})\.)+[a-z]{2,24}(?:[:/?#]\S*)?$/i;

/** A part of what a URL parser takes, several times as fast. */
const common = /^https?:\/\/(?:[a-z0-9]{1,63}\.){1,4}[a-z]{2,24}(?:\/[!-~]*)?$/i;

/**
 * An address of the web or of mail; "example.com/x" gains https. Other schemes are refused, since links are shown to
 * other people.
 */
export const linkOf = (text: string): string | undefined => {
  if (text.length <= 2048 && common.test(text)) return text;
  const trimmed = text.trim();
  if (trimmed.length > 2048 || /\s/.test(trimmed)) return undefined;
  if (/^https?:\/\/[^/]/i.test(trimmed)) return URL.canParse(trimmed) ? trimmed : undefined;
  if (/^mailto:[^@\s]+@[^@\s]+$/i.test(trimmed)) return trimmed;
  return bareHost.test(trimmed) && URL.canParse(`https://${trimmed}`) ? `https://${trimmed}` : undefined;
};

const read = (text: string): string | null => {
  if (text.trim() === '') return null;
  const link = linkOf(storable(text));
  if (link === undefined) throw new FieldError('link.invalid', 'This is not a web address');
  return link;
};

export const link = textType({ id: 'link', keyable: false, editor: 'link', display: 'link', read });
