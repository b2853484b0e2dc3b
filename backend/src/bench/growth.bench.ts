import { Pool } from 'pg';
import type { BenchEnvironment } from './bench-environment.js';
import { Child } from './child.js';
import { figure, type Line } from './report.js';

/** What a service reads when it has been there for years, beside what it read when it was young. */

export const SIZES = [10_000, 100_000];
/** Most of what it may read more, from one size to the next one. */
const MOST = 1.5;
/** So few that a page more of an index counts. */
const FEW = 16;
const JOURNEYS = 10;
const REQUESTS = 300;
/** Milliseconds of each life of a backend; with that, its first ticks are in it. */
const LIFE_MS = 2_000;
const DUE_AT_MOST = 20_000;

interface Read {
  readonly buffers: number;
  readonly rows: number;
}
/** What was read for each thing by its name; without a limit where it is what is due that is read. */
type Figures = Map<string, Read & { readonly limited: boolean }>;

/** @param sizes numbers of events, each at least ten times the one before */
export async function benchGrowth(environment: BenchEnvironment, sizes: readonly number[]): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase('growth');
  const growth = new Growth({ databaseUrl, dataDir: environment.dataDir });
  try {
    const measured: { size: number; figures: Figures }[] = [];
    for (const size of sizes) {
      process.stderr.write(`growth to ${size} events …\n`);
      measured.push({ size, figures: await growth.at(size) });
    }
    return measured.slice(1).flatMap((old, n) => {
      const young = measured[n];
      return young === undefined ? [] : linesOf(young, old, n === measured.length - 2);
    });
  } finally {
    await growth.end();
  }
}

/** Only the last step has a limit: a young service fits into its first pages. */
function linesOf(
  young: { size: number; figures: Figures },
  old: { size: number; figures: Figures },
  isLast: boolean,
): Line[] {
  const head = `buffers (rows) read at ${old.size} events, beside ${young.size}:`;
  const lines = [...old.figures].flatMap(([name, now]): Line[] => {
    const before = young.figures.get(name);
    if (before === undefined) return [];
    const isLimited = isLast && now.limited;
    return [
      {
        name: `  ${name}`,
        siegel: told(now),
        baseline: told(before),
        ratio: (now.buffers / Math.max(before.buffers, 1)).toFixed(2),
        limit: isLimited ? `≤ ${MOST.toFixed(2)}` : '–',
        kept: isLimited ? now.buffers <= MOST * before.buffers + FEW : undefined,
      },
    ];
  });
  return [{ name: head, siegel: '', baseline: '', ratio: '', limit: '', kept: undefined }, ...lines];
}

const told = ({ buffers, rows }: Read): string => `${figure(buffers, '')}(${figure(rows, '').trim()})`;

class Growth {
  private readonly pool: Pool;
  private events = 0;

  constructor(private readonly wish: { readonly databaseUrl: string; readonly dataDir: string }) {
    this.pool = new Pool({ connectionString: wish.databaseUrl, max: 1 });
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  async at(size: number): Promise<Figures> {
    await this.life(async (child) => {
      this.events = await child.ask<number>('grow', { have: this.events, wanted: size });
      await child.ask('caughtUp');
    });
    const figures: Figures = new Map();
    const note = (name: string, read: Read, limited = true): void => {
      process.stderr.write(`  ${name}: ${told(read)}\n`);
      figures.set(name, { ...read, limited });
    };
    await this.pool.query('VACUUM ANALYZE');
    const plain = await this.read();
    note('start and stop', plain);
    await this.killed();
    note('start after a kill', await this.read());
    await this.life(async (child) => {
      for (const [name, buffers] of await child.ask<[string, number][]>('ticks'))
        note(`tick ${name}`, { buffers, rows: 0 });
    });
    const each = async (name: string, task: string, times: number): Promise<void> => {
      const read = await this.read((child) => child.ask(task, times));
      note(name, perOne(read, plain, times));
    };
    await each('a journey', 'journeys', JOURNEYS);
    await each('GET of an NDA', 'reads', REQUESTS);
    await each('readiness', 'readiness', REQUESTS);
    note('start with all erasures to look at', await this.anew('erase-key-when-nda-erased'), false);
    note('catching up of a reaction', await this.anew('deliver-when-completed-and-paid'), false);
    const due = Math.min(Math.round(size / 50), DUE_AT_MOST);
    const held = Math.max(10, Math.round(due / 40));
    await this.life(async (child) => {
      await child.ask('oldDrafts', { due, held });
      await child.ask('caughtUp');
    });
    note('retention, for each draft', perOne(await this.read((child) => child.ask('retention')), plain, due));
    return figures;
  }

  /** A backend from start to stop, with what is asked of it meanwhile. */
  private async life(asked: (child: Child) => Promise<unknown>): Promise<void> {
    const child = Child.start('growth.main');
    try {
      await child.ask('start', this.wish);
      await asked(child);
    } finally {
      await child.stop();
    }
  }

  /** A service that is killed in the midst of its work. */
  private async killed(): Promise<void> {
    const child = Child.start('growth.main');
    await child.ask('start', this.wish);
    await child.ask('reads', 1);
    await child.kill();
  }

  /** What a reaction reads that knows of nothing: all there ever was. */
  private async anew(reaction: string): Promise<Read> {
    await this.pool.query("DELETE FROM checkpoints WHERE name = $1 OR name LIKE 'start:%'", [
      `reaction:${reaction}`,
    ]);
    return this.read((child) => child.ask('caughtUp'));
  }

  /** Reads of one life of a backend: the server knows them all when its connections have ended. */
  private async read(asked: (child: Child) => Promise<unknown> = () => Promise.resolve()): Promise<Read> {
    const before = await this.counted();
    await this.life((child) =>
      Promise.all([asked(child), new Promise((resolve) => setTimeout(resolve, LIFE_MS))]),
    );
    const after = await this.counted();
    return { buffers: after.buffers - before.buffers, rows: after.rows - before.rows };
  }

  private async counted(): Promise<Read> {
    await this.untilAlone();
    const { rows } = await this.pool.query<Read>(
      `SELECT (SELECT sum(coalesce(hits, 0) + coalesce(reads, 0)) FROM pg_stat_io
               WHERE object = 'relation' AND backend_type IN ('client backend', 'background worker'))::float8 AS buffers,
         (SELECT tup_returned FROM pg_stat_database WHERE datname = current_database())::float8 AS rows`,
    );
    return rows[0] ?? { buffers: 0, rows: 0 };
  }

  private async untilAlone(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.pool.query(
        'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      if (rowCount === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const perOne = (read: Read, plain: Read, times: number): Read => ({
  buffers: Math.max(0, Math.round((read.buffers - plain.buffers) / times)),
  rows: Math.max(0, Math.round((read.rows - plain.rows) / times)),
});
