import { believed } from '../../eventsourcing/trust/testing/believed.js';
import type { Position, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { canonicalBytes } from '../../platform/crypto/canonical-json.js';
import { inPerson, remoteOfFormat1, STREAM } from '../../proof/bundle/testing/sample-histories.js';
import { ORIGIN, type SampleEvent, saltOf, storedStream } from '../../proof/bundle/testing/sample-stream.js';
import type { Sealed } from '../../vault/sealed.js';
import { KeyMissing } from '../../vault/vault.js';
import { openingsOf } from './openings.js';

const storedOf = (history: readonly SampleEvent[]): UntrustedEvent[] =>
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

/** A vault that opens the sealed parts of the history. */
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

describe('the parts that a bundle discloses', () => {
  it.each([
    ['today', inPerson('c')],
    ['of format 1', remoteOfFormat1('c')],
  ])('are all personal parts, and never an origin (%s)', async (_, history) => {
    const openings = await openingsOf(storedOf(history).map(believed), vaultOf(history), false);
    expect(openings).toEqual(openingsIn(history));
    expect(JSON.stringify(openings)).not.toContain(ORIGIN.ip);
  });

  it('do not exist after an erasure, even if the key still exists', async () => {
    const vault = vaultOf(inPerson('c'));
    const openings = await openingsOf(storedOf(inPerson('c')).map(believed), vault, true);
    expect(openings.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'erased'));
    expect(vault.open).not.toHaveBeenCalled();
  });

  it.each([
    ['destroyed without an event that records it', async () => undefined],
    ['missing', () => Promise.reject(new KeyMissing(STREAM))],
  ])('include nothing personal if the key is %s', async (_, open) => {
    const openings = await openingsOf(storedOf(inPerson('c')).map(believed), { open }, false);
    expect(openings.map(({ part, state }) => `${part} ${state}`)).toEqual([
      'personal key_missing',
      'personal key_missing',
      'origin withheld',
      'personal key_missing',
      'origin withheld',
    ]);
  });

  it('are not returned at all if the vault fails', async () => {
    const open = () => Promise.reject(new Error('away'));
    await expect(openingsOf(storedOf(inPerson('c')).map(believed), { open }, false)).rejects.toThrow('away');
  });
});
