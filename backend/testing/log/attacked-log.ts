import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { repairIn } from '#src/cli/commands/repair-log.command';
import type { StreamReport } from '#src/cli/repair-log';
import { runRepair } from '#src/cli/run-repair';
import { type Infrastructure, openInfrastructure } from '#src/app/infrastructure';
import { silentLogger } from '#src/platform/logging/logger';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import type { UntrustedEvent } from '#src/eventsourcing/event-store/event-store';
import { acceptUnmarked } from '#src/eventsourcing/event-store/postgres/marked-events';
import { parseData, withoutMac } from '#src/eventsourcing/journal/event-encoding';
import { metadataOf } from '#src/eventsourcing/journal/chain';
import type { NdaCommand } from '#src/nda/nda.commands';
import { ndaStream } from '#src/nda/nda.events';
import { oneOfEachCommand } from '#src/nda/testing/commands';
import { writeBundle } from '#src/proof/bundle/write-bundle';
import { proveStream } from '#src/proof/prove-stream';
import { recordsStream } from '#src/trust-stream/trust.events';
import { retention } from '../steps/samples.js';
import { CheckpointedLog } from './checkpointed-log.js';

const { SignAsParty1, SignAsParty2, SetLegalHold, LiftLegalHold } = oneOfEachCommand;
/** The commands of an agreement whose stream is attacked. */
export const JOURNEY: readonly NdaCommand[] = [SignAsParty1, SignAsParty2, SetLegalHold, LiftLegalHold];

export interface Repair {
  readonly isDone: boolean;
  readonly reports: readonly StreamReport[];
  readonly text: string;
}

/** A log with checkpoints whose rows a test changes, and which the operator's command repairs. */
export class AttackedLog {
  private constructor(
    readonly log: CheckpointedLog,
    readonly dataDir: string,
    /** The parts of the process in which the operator's command runs. */
    readonly operator: Infrastructure,
    private readonly eventStoreUrl: string | undefined,
  ) {}

  static async open(eventStoreUrl?: string): Promise<AttackedLog> {
    const dataDir = await mkdtemp(join(tmpdir(), 'siegel-attacked-'));
    const log = await CheckpointedLog.open(eventStoreUrl);
    const { secrets, clock } = log.bench;
    const operator = await openInfrastructure({
      databaseUrl: log.url,
      eventStoreUrl,
      secrets,
      logger: silentLogger,
      clock,
      connectWithinMs: scaledTimeout(5000),
    });
    // Somebody who writes rows can drop a constraint.
    await acceptUnmarked(log.pool);
    return new AttackedLog(log, dataDir, operator, eventStoreUrl);
  }

  get pool(): Pool {
    return this.log.pool;
  }

  get infrastructure() {
    return this.log.bench.infrastructure;
  }

  /** Makes an agreement between two others, and signs a checkpoint. @returns its stream */
  async agreement(...commands: readonly NdaCommand[]): Promise<string> {
    await this.log.nda(SetLegalHold);
    const stream = ndaStream(await this.log.nda(...(commands.length === 0 ? JOURNEY : commands)));
    await this.log.nda(SetLegalHold);
    await this.log.sign();
    return stream;
  }

  /** Rows of a stream as they are stored. */
  async rows(stream: string): Promise<UntrustedEvent[]> {
    const log = await this.infrastructure.openLog();
    try {
      return await log.readStream(stream);
    } finally {
      await log.close();
    }
  }

  /** Calls the command with these arguments. */
  repair(...args: string[]): Promise<Repair> {
    return this.repairBy(this.operator, ...args);
  }

  /** Calls the command in a process with these parts. */
  async repairBy(operator: Infrastructure, ...args: string[]): Promise<Repair> {
    const lines: string[] = [];
    const io = { print: (line: string) => void lines.push(line), printStderr: () => undefined };
    const config = {
      dataDir: this.dataDir,
      eventStoreUrl: this.eventStoreUrl,
      logOrigin: undefined,
      defaultLogOrigin: 'nda.example/log',
      retention,
    };
    const isJson = !args.some((arg) => ['--save', '--begin-part', '--destroy-key'].includes(arg));
    const call = repairIn(isJson ? [...args, '--json'] : args);
    const { signal } = new AbortController();
    const isDone = await runRepair(operator, config, call, { ...io, signal });
    const reports = isJson
      ? lines.map((line) => JSON.parse(line) as StreamReport).filter((report) => report.stream !== undefined)
      : [];
    return { isDone, reports, text: lines.join('\n') };
  }

  /** Kinds of the findings by revision, as the command shows them without changing anything. */
  async seen(stream: string, ...args: string[]): Promise<readonly (readonly [number, string])[]> {
    const { reports } = await this.repair(stream, ...args);
    return (reports[0]?.findings ?? []).map(({ revision, kind }) => [revision, kind] as const);
  }

  /** Loads the stream. @returns the number of events that count, and the stream's first fault */
  async counted(stream: string): Promise<readonly [number, string | undefined]> {
    await this.infrastructure.records.read();
    const { events, untrusted } = await this.infrastructure.log.load(stream);
    return [events.length, untrusted?.fault];
  }

  /** Open parts of the events that record the repairs of a stream. */
  async recorded(stream: string): Promise<readonly { readonly type: string; readonly open: object }[]> {
    return (await this.rows(recordsStream(stream))).map((event) => ({
      type: event.type,
      open: parseData(event).open,
    }));
  }

  /** The lines of all files in DATA_DIR/repairs. */
  async saved(): Promise<readonly Record<string, unknown>[]> {
    const folder = join(this.dataDir, 'repairs');
    const names = await readdir(folder).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return texts.flatMap((text) =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    );
  }

  /** Writes a plain dump, in the form of pg_dump. @returns its path */
  async dump(rows: readonly UntrustedEvent[]): Promise<string> {
    const cells = ({ position, stream, revision, id, type, data, metadata }: UntrustedEvent): string =>
      [position, stream, revision, id, type, bytes(data), bytes(metadata)].join('\t');
    const text = [
      '--\n-- PostgreSQL database dump\n--\n',
      "SET client_encoding = 'UTF8';\n",
      'COPY public.checkpoints (name, version) FROM stdin;\nndas\t1\n\\.\n',
      '--\n-- Data for Name: events; Type: TABLE DATA; Schema: event_store; Owner: -\n--\n',
      `COPY event_store.events ("position", stream, revision, id, type, data, metadata) FROM stdin;`,
      ...rows.map(cells),
      '\\.\n',
    ].join('\n');
    return this.file('database.sql', text);
  }

  /** Writes the evidence bundle of a stream. @returns its path */
  async bundle(rows: readonly UntrustedEvent[]): Promise<string> {
    const { receipts, tree, tampering } = this.infrastructure;
    const [first] = rows as [UntrustedEvent];
    const hashes = rows.map((row) => metadataOf(row)?.hash ?? '');
    const proof = await proveStream({ pool: this.pool, receipts, tree, tampering }, hashes);
    if (proof === undefined) throw new Error('no checkpoint covers the stream');
    const at = '2026-01-01T00:00:00.000Z';
    const made = await Promise.all(
      rows.map(({ stream, revision }, n) =>
        receipts.receiptFor({ stream, revision, hash: hashes[n] ?? '', at }),
      ),
    );
    const content = {
      stream: first.stream,
      events: rows.map((row) => ({ ...row, data: Buffer.from(row.data), metadata: withoutMac(row) })),
      openings: [],
      agreement: undefined,
      document: undefined,
      receipts: made,
      ...proof,
      keys: receipts.configuredKeys,
      certificates: [],
    };
    return this.file('bundle.zip', writeBundle(content));
  }

  async file(name: string, content: string | Buffer): Promise<string> {
    const path = join(await mkdtemp(join(this.dataDir, 'file-')), name);
    await writeFile(path, content);
    return path;
  }

  async stop(): Promise<void> {
    await this.operator.close();
    await this.log.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Bytes in the text format of COPY. */
const bytes = (value: Uint8Array): string => `\\\\x${Buffer.from(value).toString('hex')}`;
