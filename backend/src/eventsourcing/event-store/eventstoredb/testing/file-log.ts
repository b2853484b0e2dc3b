import { openSync, readSync, writeSync } from 'node:fs';
import type { LoggedEvent } from './logged-event.js';
import { type Expected, type Proposal, ServerLog, type Written } from './server-log.js';

const CHUNK_BYTES = 1024 * 1024;

/** A line of the file. `data` and `metadata` are in base64. */
type Line = Omit<LoggedEvent, 'data' | 'metadata'> & { readonly data: string; readonly metadata: string };

/**
 * A log in a file, with one event per line. The file survives the end of the process, and the other nodes
 * read it. Only the leader writes to the file.
 */
export class FileLog extends ServerLog {
  private readonly file: number;
  private offset = 0;
  private rest = Buffer.alloc(0);

  constructor(path: string) {
    super([]);
    this.file = openSync(path, 'a+');
    this.sync();
    if (this.events.length === 0) this.writeSystemEvent('$$$settings', '$metadata');
  }

  /** Reads the events that other nodes have written. */
  sync(): void {
    const before = this.events.length;
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let read = CHUNK_BYTES; read === CHUNK_BYTES; ) {
      read = readSync(this.file, chunk, 0, CHUNK_BYTES, this.offset);
      this.offset += read;
      this.take(Buffer.concat([this.rest, chunk.subarray(0, read)]));
    }
    if (this.events.length > before) this.notifyListeners();
  }

  override append(stream: string, expected: Expected, proposals: readonly Proposal[]): Written {
    this.sync();
    return super.append(stream, expected, proposals);
  }

  protected override store(event: LoggedEvent): void {
    const { data, metadata, ...rest } = event;
    const line: Line = { ...rest, data: base64(data), metadata: base64(metadata) };
    this.offset += writeSync(this.file, `${JSON.stringify(line)}\n`);
  }

  private take(bytes: Buffer): void {
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      const line = JSON.parse(bytes.toString('utf8', from, end)) as Line;
      const [data, metadata] = [Buffer.from(line.data, 'base64'), Buffer.from(line.metadata, 'base64')];
      this.keep({ ...line, data: new Uint8Array(data), metadata: new Uint8Array(metadata) });
      from = end + 1;
    }
    this.rest = Buffer.from(bytes.subarray(from));
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
