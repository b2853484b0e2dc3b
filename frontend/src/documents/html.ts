import { ownMember } from '@siegel/contracts/own-members';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ownMember(ESCAPES, sign) ?? sign);

/** `undefined` leaves an attribute out. An empty text writes only the attribute's name. */
export type Attributes = Readonly<Record<string, string | undefined>>;

export function tag(name: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([key, value]) => (value === '' ? ` ${key}` : ` ${key}="${escaped(value)}"`))
    .join('');
  return content === undefined ? `<${name}${written}>` : `<${name}${written}>${content}</${name}>`;
}

/** Returns a block of data. Its texts are escaped, so that no text can end the block. */
export const data = (type: 'application/json' | 'application/ld+json', value: unknown, id?: string): string =>
  tag('script', { type, id }, JSON.stringify(value).replaceAll('<', '\\u003c'));
