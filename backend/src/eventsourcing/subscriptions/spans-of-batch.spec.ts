import { randomUUID } from 'node:crypto';
import { createLogger } from '../../platform/logging/http-logger.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { appendSpanId, reactionSpanId } from '../../platform/tracing/trace-ids.js';
import { recordSpans } from '../../platform/tracing/testing/recorded-spans.js';
import { until } from '../../platform/testing/until.js';
import {
  added,
  appendTo,
  type CounterEvent,
  type CounterRow,
  counterJournal,
  counters,
  noted,
  opened,
} from '../projections/testing/counters.js';
import type { Infrastructure } from '../projections/testing/harness.js';
import { ProjectionRunner } from '../projections/runner.js';
import { ProjectionSignals } from '../projections/signals.js';
import { ReactionRunner } from '../reactions/runner.js';
import { createJobInfrastructure, greetWhenOpened, keeper } from '../reactions/testing/job-infrastructure.js';

const ofEvent = (id: string) => ({ correlationId: `correlation-${id}`, commandId: `command-${id}` });

describe('the tracing of a batch', () => {
  let infrastructure: Infrastructure;
  let signals: ProjectionSignals;
  const running: { stop(): Promise<void> }[] = [];
  beforeEach(async () => {
    infrastructure = await createJobInfrastructure();
    signals = new ProjectionSignals({ url: infrastructure.database.url, logger: silentLogger });
    await signals.start();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await signals.stop();
    await infrastructure.drop();
  });

  const eventIds = async (): Promise<string[]> => {
    const { rows } = await infrastructure.pool.query<{ id: string }>(
      'SELECT id FROM event_store.events ORDER BY position',
    );
    return rows.map(({ id }) => id);
  };

  const parts = (logger = silentLogger) => ({
    log: infrastructure.log,
    journal: counterJournal,
    pool: infrastructure.pool,
    leases: keeper(infrastructure.pool),
    logger,
  });

  it("records a span for each command that changed a row, below the command's append", async () => {
    const tracing = recordSpans();
    await appendTo(infrastructure.store, randomUUID(), -1, opened('one'), added(1));
    await appendTo(infrastructure.store, randomUUID(), -1, noted);
    const [first = '', second = ''] = await eventIds();
    const only = ['Opened', 'Added'] as const;
    const runner = new ProjectionRunner<CounterRow, CounterEvent>({
      ...parts(),
      signals,
      tracing,
      projection: { ...counters(), only },
    });
    running.push(runner);
    runner.start();
    await until(() => tracing.spans.length === 2);
    expect(tracing.spans).toEqual(
      [first, second].map((id, n) =>
        expect.objectContaining({
          name: 'project counters',
          correlationId: ofEvent(id).correlationId,
          parent: appendSpanId(ofEvent(id).correlationId, ofEvent(id).commandId),
          facts: {
            'projection.name': 'counters',
            'stream.kind': 'counter',
            'event.types': [n === 0 ? 'Opened' : 'Added'],
            'event.ids': [id],
            'batch.events': 2,
          },
          isOver: true,
        }),
      ),
    );
  });

  it("makes a job's span a child of the reaction's, whichever backend runs the job", async () => {
    const tracing = recordSpans();
    await appendTo(infrastructure.store, randomUUID(), -1, opened('one'), added(1));
    const [id = ''] = await eventIds();
    const { correlationId, commandId } = ofEvent(id);
    const runner = new ReactionRunner<CounterEvent>({ ...parts(), tracing, reaction: greetWhenOpened });
    running.push(runner);
    runner.start();
    await until(() => tracing.spans.length === 1);
    const spanId = reactionSpanId('greet-when-opened', correlationId, commandId);
    expect(tracing.spans).toMatchObject([
      {
        name: 'react greet-when-opened',
        correlationId,
        parent: appendSpanId(correlationId, commandId),
        id: spanId,
      },
    ]);
    const { rows } = await infrastructure.pool.query('SELECT cause FROM owed_jobs');
    expect(rows).toEqual([{ cause: { correlationId, spanId } }]);
  });

  it('records no spans for a backlog, but its jobs still know their requests', async () => {
    const tracing = recordSpans();
    const many = Array.from({ length: 101 }, () => added(1));
    await appendTo(infrastructure.store, randomUUID(), -1, opened('one'), ...many);
    const [id = ''] = await eventIds();
    const runner = new ReactionRunner<CounterEvent>({ ...parts(), tracing, reaction: greetWhenOpened });
    running.push(runner);
    runner.start();
    const causes = () => infrastructure.pool.query('SELECT cause FROM owed_jobs');
    await until(async () => (await causes()).rowCount === 1);
    expect((await causes()).rows).toEqual([{ cause: { correlationId: ofEvent(id).correlationId } }]);
    expect(tracing.spans).toEqual([]);
  });

  it('logs the requests that caused a batch if the batch fails', async () => {
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger('error', { write: (line) => void lines.push(JSON.parse(line)) });
    const projection = {
      ...counters(),
      fold: () => {
        throw new Error('cannot');
      },
    };
    await appendTo(infrastructure.store, randomUUID(), -1, opened('one'));
    const runner = new ProjectionRunner<CounterRow, CounterEvent>({ ...parts(logger), signals, projection });
    running.push(runner);
    runner.start();
    await until(() => lines.length > 0);
    const [id = ''] = await eventIds();
    expect(lines[0]).toMatchObject({
      msg: expect.stringContaining('A subscription stopped at an error'),
      requestId: ofEvent(id).correlationId,
    });
  });
});
