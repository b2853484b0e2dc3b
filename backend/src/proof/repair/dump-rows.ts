import { OperatorError } from '../../platform/errors/operator-error.js';
import { type OfferedEvent, positionIn } from './event-file.js';

const BEGIN = /^COPY event_store\.events \(([a-z_, "]+)\) FROM stdin;$/;
const END = '\\.';
const COLUMNS = ['position', 'stream', 'revision', 'id', 'type', 'data', 'metadata'] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Finds the events in a plain dump of PostgreSQL (`pg_dump`, or the output of `pg_restore --file`), line by
 * line. Everything but the rows of `event_store.events` is passed over. Pure.
 */
export class DumpRows {
  private columns: readonly string[] | undefined;
  /** True as soon as the dump's block of events was seen. */
  hasEvents = false;

  constructor(
    private readonly file: string,
    private readonly isWanted: (stream: string) => boolean,
  ) {}

  /** Returns the event of a line; undefined if the line has none that is wanted. @throws OperatorError */
  take(line: string): OfferedEvent | undefined {
    if (this.columns === undefined) {
      this.begin(line);
      return undefined;
    }
    if (line === END) {
      this.columns = undefined;
      return undefined;
    }
    return this.event(line.split('\t'), this.columns);
  }

  private begin(line: string): void {
    const [, list] = BEGIN.exec(line) ?? [];
    if (list === undefined) return;
    this.columns = list.split(', ').map((name) => name.replaceAll('"', ''));
    this.hasEvents = true;
    const missing = COLUMNS.filter((name) => this.columns?.includes(name) !== true);
    if (missing.length > 0)
      throw new OperatorError(
        `${this.file}: the events of this dump have no column ${missing.join(', ')}. It was made by an older version, or is no dump of Siegel.`,
      );
  }

  private event(cells: readonly string[], columns: readonly string[]): OfferedEvent | undefined {
    const cell = (name: Column): string => unescaped(cells[columns.indexOf(name)] ?? '');
    const stream = cell('stream');
    if (!this.isWanted(stream)) return undefined;
    return {
      stream,
      revision: Number(cell('revision')),
      id: cell('id'),
      type: cell('type'),
      data: this.bytes(cell('data')),
      metadata: this.bytes(cell('metadata')),
      position: positionIn(cell('position')),
      file: this.file,
    };
  }

  private bytes(text: string): Buffer {
    if (text.startsWith('\\x')) return Buffer.from(text.slice(2), 'hex');
    throw new OperatorError(
      `${this.file}: the bytes of this dump are not written as hexadecimal digits. Make it again with bytea_output = 'hex', which is PostgreSQL's default.`,
    );
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** Returns the text of a cell in PostgreSQL's text format of COPY. */
const unescaped = (cell: string): string =>
  cell.includes('\\')
    ? cell.replaceAll(/\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)/g, (_, code: string) => {
        if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
        return code.length > 1
          ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
          : (ESCAPES.get(code) ?? code);
      })
    : cell;
