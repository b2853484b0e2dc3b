import { inflateSync } from 'node:zlib';

/**
 * A small PDF reader for tests. It finds every object through the cross-reference table and inflates it. It
 * returns the pages' text, which the fonts' ToUnicode maps decode. It throws if anything is not where the
 * file says it is.
 */
export interface ReadPdf {
  readonly pages: readonly string[];
  /** The text of all pages, split wherever the vertical position changes between two letters. */
  readonly lines: readonly string[];
  /** The pieces of text of each page with their positions. */
  readonly placed: readonly (readonly PlacedText[])[];
  /** The drawing operators of each page. */
  readonly contents: readonly string[];
  readonly info: string;
  readonly fonts: readonly string[];
  readonly streams: number;
}

/** Position in points, measured from the left edge and the foot of the page. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Font {
  /** Maps character codes to text. */
  readonly meanings: ReadonlyMap<number, string>;
  /** Widths by character code, in thousandths of the font size. */
  readonly widths: readonly number[];
}

interface PdfObject {
  readonly head: string;
  readonly stream: Buffer | undefined;
}

const reference = (head: string, key: string): number[] =>
  [...(new RegExp(`/${key}\\s*\\[?((?:\\s*\\d+ 0 R)+)`).exec(head)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(
    (found) => Number(found[1]),
  );

function objectAt(pdf: Buffer, id: number, offset: number): PdfObject {
  const start = pdf.toString('latin1', offset, offset + 20);
  if (!start.startsWith(`${id} 0 obj`)) throw new Error(`object ${id} is not at ${offset}: ${start}`);
  const end = pdf.indexOf('endobj', offset);
  const begin = pdf.indexOf('stream\n', offset);
  if (begin === -1 || begin > end) return { head: pdf.toString('latin1', offset, end), stream: undefined };
  const head = pdf.toString('latin1', offset, begin);
  const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
  const raw = pdf.subarray(begin + 7, begin + 7 + length);
  if (!pdf.toString('latin1', begin + 7 + length, begin + 7 + length + 12).startsWith('\nendstream'))
    throw new Error(`stream ${id} has a wrong length`);
  const plain = head.includes('/FlateDecode') && !head.includes('/Image') ? inflateSync(raw) : raw;
  return { head, stream: plain };
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  if (!pdf.toString('latin1', 0, 8).startsWith('%PDF-1.7')) throw new Error('no PDF header');
  const table = Number(/startxref\n(\d+)\n%%EOF\n?$/.exec(pdf.toString('latin1', pdf.length - 40))?.[1]);
  const lines = pdf.toString('latin1', table).split('\n');
  if (lines[0] !== 'xref') throw new Error('no cross-reference table where startxref says');
  const count = Number(lines[1]?.split(' ')[1]);
  const objects = new Map<number, PdfObject>();
  for (let id = 1; id < count; id += 1) {
    const line = lines[2 + id] ?? '';
    if (!/^\d{10} 00000 n $/.test(line)) throw new Error(`bad cross-reference entry: ${line}`);
    objects.set(id, objectAt(pdf, id, Number(line.slice(0, 10))));
  }
  return objects;
}

const utf16 = (hex: string): string =>
  Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');

/** Parses the ToUnicode map that is embedded in a font. */
function unicodeMap(stream: string): Map<number, string> {
  const map = new Map<number, string>();
  for (const [, from = '', to = '', list = ''] of stream.matchAll(
    /<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi,
  )) {
    const texts = [...list.matchAll(/<([0-9a-f ]+)>/gi)].map((found) => utf16(found[1] ?? ''));
    texts.forEach((text, index) => map.set(Number.parseInt(from, 16) + index, text));
    if (Number.parseInt(to, 16) - Number.parseInt(from, 16) + 1 !== texts.length)
      throw new Error('a ToUnicode range of the wrong length');
  }
  return map;
}

function fontOf(id: number, objects: Map<number, PdfObject>): Font {
  const head = objects.get(id)?.head ?? '';
  const toUnicode = objects.get(reference(head, 'ToUnicode')[0] ?? 0)?.stream?.toString('latin1');
  const descendant = objects.get(reference(head, 'DescendantFonts')[0] ?? 0)?.head ?? '';
  return {
    meanings: unicodeMap(toUnicode ?? ''),
    widths: (/\/W \[0 \[([\d. ]+)\]\]/.exec(descendant)?.[1] ?? '').split(' ').map(Number),
  };
}

function fontsOf(page: PdfObject, objects: Map<number, PdfObject>): Map<string, Font> {
  const resources = objects.get(reference(page.head, 'Resources')[0] ?? 0)?.head ?? page.head;
  const names = /\/Font <<([\s\S]*?)>>/.exec(resources)?.[1] ?? '';
  return new Map(
    [...names.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [
      name,
      fontOf(Number(id), objects),
    ]),
  );
}

const contentOf = (page: PdfObject, objects: Map<number, PdfObject>): string =>
  reference(page.head, 'Contents')
    .map((id) => objects.get(id)?.stream?.toString('latin1') ?? '')
    .join('\n');

/** Returns the text that one operator draws, and its width in thousandths of the font size. */
function shown(array: string, { meanings, widths }: Font): { text: string; width: number } {
  let [text, width] = ['', 0];
  for (const [, hex, moved] of array.matchAll(/<([0-9a-f]+)>|(-?[\d.]+)/gi)) {
    width -= Number(moved ?? 0);
    for (const digits of hex?.match(/.{4}/g) ?? []) {
      const code = Number.parseInt(digits, 16);
      text += meanings.get(code) ?? '\u0000';
      width += widths[code] ?? 0;
    }
  }
  return { text, width };
}

function placedOn(page: PdfObject, objects: Map<number, PdfObject>): PlacedText[] {
  const fonts = fontsOf(page, objects);
  let font: Font = { meanings: new Map(), widths: [] };
  let [size, x, y] = [0, 0, 0];
  const placed: PlacedText[] = [];
  const operators = /\/(F\d+) ([\d.]+) Tf|(-?[\d.]+) (-?[\d.]+) Tm|\[([^\]]*)\] TJ/g;
  for (const [, name, points, left, foot, array] of contentOf(page, objects).matchAll(operators)) {
    if (name !== undefined) [font, size] = [fonts.get(name) ?? font, Number(points)];
    else if (array === undefined) [x, y] = [Number(left), Number(foot)];
    else {
      const { text, width } = shown(array, font);
      placed.push({ text, x, y, width: (width * size) / 1000 });
    }
  }
  return placed;
}

function linesOf(pieces: readonly PlacedText[]): string[] {
  const lines: string[] = [];
  let height: number | undefined;
  for (const { text, y } of pieces) {
    if (y === height) lines.push((lines.pop() ?? '') + text);
    else lines.push(text);
    height = y;
  }
  return lines;
}

function pagesUnder(id: number, objects: Map<number, PdfObject>): PdfObject[] {
  const node = objects.get(id);
  if (node === undefined) throw new Error(`no object ${id}`);
  const kids = reference(node.head, 'Kids');
  return kids.length === 0 ? [node] : kids.flatMap((kid) => pagesUnder(kid, objects));
}

/** @throws Error if the file's structure is broken */
export function readPdf(pdf: Buffer): ReadPdf {
  const objects = objectsOf(pdf);
  const trailer = pdf.toString('latin1', pdf.lastIndexOf('trailer'));
  const catalog = objects.get(reference(trailer, 'Root')[0] ?? 0)?.head ?? '';
  const pages = pagesUnder(reference(catalog, 'Pages')[0] ?? 0, objects);
  const heads = [...objects.values()].map((object) => object.head);
  const placed = pages.map((page) => placedOn(page, objects));
  return {
    pages: placed.map((pieces) => pieces.map(({ text }) => text).join('')),
    lines: placed.flatMap(linesOf),
    placed,
    contents: pages.map((page) => contentOf(page, objects)),
    info: (objects.get(reference(trailer, 'Info')[0] ?? 0)?.head ?? '').replace(
      /(\/\w+) (\d+) 0 R/g,
      (_, key: string, id: string) => `${key} ${/\(.*\)/s.exec(objects.get(Number(id))?.head ?? '')?.[0]}`,
    ),
    fonts: heads.flatMap((head) => /\/FontName \/(\S+)/.exec(head)?.[1] ?? []),
    streams: [...objects.values()].filter((object) => object.stream !== undefined).length,
  };
}
