import type { Infrastructure } from '#src/app/infrastructure';
import type { NewEvent, Recorded } from '#src/eventsourcing/journal/event';
import { filesNamedBy } from '#src/nda/nda.blobs';
import type { NdaEvent } from '#src/nda/nda.events';
import { growTo } from './growing-log.js';

const WANTED = 1_000;
/**
 * Maximum number of events that the log may have beyond the wanted number. The log exceeds the wanted number
 * because each writer finishes its last agreement.
 */
const BEYOND = 32 * 22;

describe('a log that grows', () => {
  const streams = new Map<string, readonly NewEvent[]>();
  const destroyed = new Set<string>();
  const files = new Set<string>();
  const written = (): number => [...streams.values()].reduce((sum, events) => sum + events.length, 0);
  // Stand-ins that have only the method that the log uses.
  const writing = {
    journal: {
      append: async ({ stream }: { stream: string }, events: readonly NewEvent[]) => {
        await new Promise((resolve) => setImmediate(resolve));
        streams.set(stream, events);
        return [];
      },
    },
    vault: { destroyKey: (stream: string) => Promise.resolve(destroyed.add(stream)) },
    blobs: {
      put: async (stream: string, label: string) => {
        // A stream has no key before its first event.
        if (!streams.has(stream)) throw new Error(`the key of ${stream} is missing`);
        files.add(`${stream} ${label}`);
      },
    },
  } as unknown as Pick<Infrastructure, 'journal' | 'vault' | 'blobs'>;

  it('gets at least the wanted number of events; the returned number is right', async () => {
    const said = await growTo(writing, 0, WANTED);
    expect(said).toBe(written());
    expect(said).toBeGreaterThanOrEqual(WANTED);
    expect(said).toBeLessThan(WANTED + BEYOND);
  });

  it('holds agreements with every outcome', () => {
    const histories = [...streams.values()].map((events) => events.map(({ type }) => type).join());
    expect(histories).toContain('NdaCreated');
    expect(histories).toContain('NdaCreated,NdaDiscarded');
    expect(histories).toContain('NdaCreated,Party1Signed');
    expect(histories).toContain('NdaCreated,NdaErased,NdaKeyDestroyed');
    expect(histories).toContain('VoucherIssued,VoucherRedeemed');
    expect(histories.some((types) => types.endsWith('PaymentFailed'))).toBe(true);
    expect(histories.some((types) => types.endsWith('NdaSent'))).toBe(true);
    expect(histories.some((types) => types.endsWith('NdaSent,NdaErased,NdaKeyDestroyed'))).toBe(true);
    const erased = [...streams].filter(([, events]) => events.at(-1)?.type === 'NdaKeyDestroyed');
    expect([...destroyed].toSorted()).toEqual(erased.map(([stream]) => stream).toSorted());
  });

  it('has the files that its events name, and no others', () => {
    const named = [...streams].flatMap(([stream, events]) =>
      events
        .flatMap((event) => filesNamedBy(event as Recorded<NdaEvent>))
        .map(({ label }) => `${stream} ${label}`),
    );
    expect(named.length).toBeGreaterThan(streams.size / 2);
    expect([...files].toSorted()).toEqual(named.toSorted());
  });
});
