import type { Position, StoredEvent } from '../../eventsourcing/event-store/event-store.js';
import { canonicalBytes } from '../../platform/crypto/canonical-json.js';
import { inPerson, remoteOfFormat1, STREAM } from '../../proof/bundle/testing/sample-histories.js';
import { ORIGIN, type SampleEvent, saltOf, storedStream } from '../../proof/bundle/testing/sample-stream.js';
import type { Sealed } from '../../vault/sealed.js';
import { KeyMissing } from '../../vault/vault.js';
import { openingsOf } from './openings.js';

const storedOf = (history: readonly SampleEvent[]): StoredEvent[] =>
  storedStream(STREAM, history).map(({ stream, revision, id, type, data, metadata }) => ({
    stream,
    revision,
    id,
    type,
    data,
    metadata,
    position: '0' as Position,
  }));
const openingsIn = (history: readonly SampleEvent[]) =>
  storedStream(STREAM, history).flatMap(({ openings }) => openings);

/** Gives out what the history sealed. */
const vaultOf = (history: readonly SampleEvent[]) => ({
  open: jest.fn(async ({ revision, type }: Sealed): Promise<Uint8Array | undefined> => {
    const { personal, hasOrigin = false, format = 2 } = history[revision] as SampleEvent;
    const about = `${STREAM} ${revision} ${type}`;
    const [salt, other] = [saltOf(about), saltOf(`the origin of ${about}`)].map((one) =>
      one.toString('base64'),
    );
    const origin = hasOrigin ? ORIGIN : undefined;
    return format === 1
      ? canonicalBytes({ personal, origin, salt })
      : canonicalBytes({
          personal,
          origin,
          salts: { personal: salt, origin: hasOrigin ? other : undefined },
        });
  }),
});

describe('what a bundle discloses', () => {
  it.each([
    ['today', inPerson('c')],
    ['of format 1', remoteOfFormat1('c')],
  ])('is all that was personal, and never from where somebody acted (%s)', async (_, history) => {
    const openings = await openingsOf(storedOf(history), vaultOf(history), false);
    expect(openings).toEqual(openingsIn(history));
    expect(JSON.stringify(openings)).not.toContain(ORIGIN.ip);
  });

  it('is nothing after an erasure, though the key still lives', async () => {
    const vault = vaultOf(inPerson('c'));
    const openings = await openingsOf(storedOf(inPerson('c')), vault, true);
    expect(openings.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'erased'));
    expect(vault.open).not.toHaveBeenCalled();
  });

  it.each([
    ['destroyed and no event tells of it', async () => undefined],
    ['missing', () => Promise.reject(new KeyMissing(STREAM))],
  ])('is nothing personal where the key is %s', async (_, open) => {
    const openings = await openingsOf(storedOf(inPerson('c')), { open }, false);
    expect(openings.map(({ part, state }) => `${part} ${state}`)).toEqual([
      'personal key_missing',
      'personal key_missing',
      'origin withheld',
      'personal key_missing',
      'origin withheld',
    ]);
  });

  it('is not guessed at where the vault fails', async () => {
    const open = () => Promise.reject(new Error('away'));
    await expect(openingsOf(storedOf(inPerson('c')), { open }, false)).rejects.toThrow('away');
  });
});
