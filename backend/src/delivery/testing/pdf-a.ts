import { inflateSync } from 'node:zlib';
import { readObjects } from '../../pades/pdf-objects.js';

/**
 * Reports whether a PDF meets the requirements of ISO 19005-3 (PDF/A-3a) that can be checked in its structure
 * without drawing a page. A validator such as veraPDF checks more.
 */
export interface PdfAReport {
  /** Broken rules; empty if there are none. */
  readonly broken: readonly string[];
  readonly xmp: string;
  /** Name and bytes of each attachment. */
  readonly attachments: ReadonlyMap<string, Buffer>;
  /** The document's structure in reading order. A `Figure` is listed with its alternative text. */
  readonly structure: readonly string[];
  /** Titles of the outline, in order. */
  readonly outline: readonly string[];
  readonly catalog: string;
}

interface Parts {
  readonly head: string;
  readonly stream: Buffer | undefined;
}

function partsOf(bytes: Buffer): Parts {
  const start = bytes.indexOf('\nstream\n');
  if (start === -1) return { head: bytes.toString('latin1'), stream: undefined };
  const head = bytes.toString('latin1', 0, start);
  const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
  const raw = bytes.subarray(start + 8, start + 8 + length);
  return { head, stream: head.includes('/FlateDecode') && !head.includes('/Image') ? inflateSync(raw) : raw };
}

function literal(text: string): string {
  const bytes = Buffer.from(
    text.replace(
      /\\([nrtbf()\\])/g,
      (_, c: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[c] ?? c,
    ),
    'latin1',
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1');
}

const ref = (head: string, key: string): number =>
  Number(new RegExp(`/${key}\\s*\\[?\\s*(\\d+) 0 R`).exec(head)?.[1]);

/** @throws PdfStructureUnknown */
export function checkPdfA(pdf: Buffer): PdfAReport {
  const file = readObjects(pdf);
  const objects = new Map(file.objects.map(({ id, bytes }) => [id, partsOf(bytes)]));
  const at = (id: number): Parts => objects.get(id) ?? { head: '', stream: undefined };
  const catalog = at(ref(file.trailer, 'Root')).head;
  const heads = [...objects.values()].map(({ head }) => head);
  const xmp = at(ref(catalog, 'Metadata')).stream?.toString('utf8') ?? '';
  const broken: string[] = [];
  const rule = (holds: boolean, name: string): void => void (holds || broken.push(name));

  rule(
    /^%PDF-1\.7\n%[\x80-\xff]{4}/.test(pdf.toString('latin1', 0, 20)),
    '6.1.2 header with four bytes above 127',
  );
  rule(/\/ID\s*\[\s*<[0-9a-f]{32}>\s*<[0-9a-f]{32}>\s*\]/i.test(file.trailer), '6.1.3 file identifier');
  rule(!file.trailer.includes('/Encrypt'), '6.1.3 not encrypted');
  rule(!heads.some((head) => /\/LZWDecode|\/Crypt\b/.test(head)), '6.1.7 filters');
  rule(!heads.some((head) => /\/(FFilter|FDecodeParms)\b/.test(head)), '6.1.7 no external streams');
  rule(/\/GTS_PDFA1/.test(at(ref(catalog, 'OutputIntents')).head), '6.2.3 output intent');
  const profile = at(ref(at(ref(catalog, 'OutputIntents')).head, 'DestOutputProfile'));
  rule(
    profile.head.includes('/N 3') && profile.stream?.toString('latin1', 36, 40) === 'acsp',
    '6.2.3 profile of three colours',
  );
  rule(!heads.some((head) => head.includes('/DeviceCMYK')), '6.2.4.3 no colour beyond the output intent');
  rule(
    !heads.some((head) => /\/SMask\s+\d|\/CA\s+0?\.\d|\/ca\s+0?\.\d/.test(head)),
    '6.2.10 nothing transparent',
  );
  rule(!heads.some((head) => head.includes('/Interpolate true')), '6.2.8 images are not smoothed');
  const fonts = heads.filter((head) => /\/Type \/FontDescriptor/.test(head));
  rule(
    fonts.length > 0 && fonts.every((head) => at(ref(head, 'FontFile2')).stream !== undefined),
    '6.2.11.4 fonts are embedded',
  );
  const composite = heads.filter((head) => head.includes('/Subtype /Type0'));
  rule(
    composite.length > 0 &&
      composite.every(
        (head) => /\/Encoding \/Identity-H/.test(head) && at(ref(head, 'ToUnicode')).stream !== undefined,
      ),
    '6.2.11.7 texts map to Unicode',
  );
  const meanings = composite.map((head) => at(ref(head, 'ToUnicode')).stream?.toString('latin1') ?? '');
  rule(
    !meanings.some((map) => /[[ ]<(?:0000|feff|fffe)>/i.test(map.slice(map.indexOf('beginbfrange') + 13))),
    '6.2.11.7.2 each glyph means a letter',
  );
  rule(
    !/<<\s*\/Limits/.test(at(ref(catalog, 'Names')).head),
    '7.9.6 the root of a tree of names has no limits',
  );
  rule(
    !heads.some((head) => /\/CheckSum (?!<[0-9a-f]{32}>)/.test(head)),
    'the checksum of an attachment has 16 bytes',
  );
  rule(
    !heads.some((head) => /\/(JavaScript|JS|Launch|Sound|Movie|AA|OpenAction|XFA)\b/.test(head)),
    '6.5 and 6.6.1 nothing acts',
  );
  rule(/<pdfaid:part>3<\/pdfaid:part><pdfaid:conformance>A</.test(xmp), '6.6.4 says what it is');
  rule(!/\/Filter/.test(at(ref(catalog, 'Metadata')).head), 'metadata are readable');
  rule(
    /\/Lang \(?/.test(catalog) &&
      /\/DisplayDocTitle true/.test(at(ref(catalog, 'ViewerPreferences')).head + catalog),
    'language and title',
  );
  rule(/\/Marked true/.test(at(ref(catalog, 'MarkInfo')).head), '6.7.2.2 it is marked');
  const pages = heads.filter((head) => /\/Type \/Page\b/.test(head));
  rule(
    pages.every((head) => allMarked(at(ref(head, 'Contents')).stream?.toString('latin1') ?? '')),
    '6.7.3.1 whatever is drawn belongs to the text or is said not to',
  );
  rule(
    pages.every((head) => head.includes('/Tabs /S')),
    'ISO 14289-1 7.18.3 the order of the tabulator',
  );
  const specs = heads.filter((head) => /\/Type \/Filespec/.test(head));
  rule(
    specs.length > 0 &&
      specs.every(
        (head) => /\/AFRelationship \/\w+/.test(head) && head.includes('/UF ') && head.includes('/F ('),
      ),
    '6.8 attachments say how they belong',
  );
  rule(
    specs.length === (/\/AF \[([^\]]*)\]/.exec(catalog)?.[1]?.match(/\d+ 0 R/g)?.length ?? 0),
    '6.8 attachments belong to the document',
  );
  const attachments = new Map(
    specs.map((head) => {
      const embedded = at(Number(/\/EF\s*<<\s*\/F (\d+) 0 R/.exec(head)?.[1]));
      rule(
        /\/Subtype \/(?:application#2Fjson|image#2Fpng)/.test(embedded.head) &&
          /\/ModDate \(D:\d{14}\+00'00'\)/.test(embedded.head),
        '6.8 attachments say what they are',
      );
      return [/\/UF \(([^)]*)\)/.exec(head)?.[1] ?? '', embedded.stream ?? Buffer.alloc(0)] as const;
    }),
  );
  return {
    broken,
    xmp,
    attachments,
    structure: structureOf(ref(at(ref(catalog, 'StructTreeRoot')).head, 'K'), at),
    outline: outlineOf(ref(at(ref(catalog, 'Outlines')).head, 'First'), at),
    catalog,
  };
}

const DRAWS = /^(?:Tj|TJ|Do|S|s|f|f\*|B|b|sh)$/;

/** True if every drawing operator is inside marked content, and marked content is never nested. */
function allMarked(content: string): boolean {
  let depth = 0;
  // Each operator is at the end of its line. Text is hexadecimal, so it cannot look like an operator.
  for (const line of content.split('\n')) {
    const operator = line.slice(line.lastIndexOf(' ') + 1);
    if (operator === 'BMC' || operator === 'BDC') depth += 1;
    if (operator === 'EMC') depth -= 1;
    if (depth > 1 || depth < 0 || (depth === 0 && DRAWS.test(operator))) return false;
  }
  return depth === 0;
}

function structureOf(id: number, at: (id: number) => Parts): string[] {
  const { head } = at(id);
  const type = /\/S \/(\w+)/.exec(head)?.[1] ?? '';
  const alt = /\/Alt \(((?:\\.|[^)\\])*)\)/s.exec(head)?.[1];
  const kids = /\/K \[([^[\]]*)\]/.exec(head)?.[1] ?? '';
  return [
    alt === undefined ? type : `${type}: ${literal(alt)}`,
    ...[...kids.replaceAll(/<<.*?>>/gs, '').matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) =>
      structureOf(Number(kid), at),
    ),
  ];
}

function outlineOf(first: number, at: (id: number) => Parts): string[] {
  const titles: string[] = [];
  for (let id = first; Number.isInteger(id); id = ref(at(id).head, 'Next')) {
    titles.push(literal(/\/Title \(((?:\\.|[^)\\])*)\)/s.exec(at(id).head)?.[1] ?? ''));
  }
  return titles;
}
