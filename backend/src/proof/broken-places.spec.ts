import { BrokenPlaces, PLACES_KEPT } from './broken-places.js';
import type { BrokenPlace } from './verify-stream.js';

const at = (stream: string | null, revision: number | null): BrokenPlace => ({
  stream,
  revision,
  kind: 'altered',
  detail: 'its hash does not fit its bytes',
});

describe('the broken places of a verification', () => {
  it('are reported once each, in their order', async () => {
    const told: BrokenPlace[] = [];
    const places = new BrokenPlaces({ onPlace: (place) => void told.push(place) });
    for (const place of [at('nda-b', 1), at('nda-a', 0), at('nda-b', 1), at(null, null), at(null, null)])
      await places.report(place);
    expect(told).toEqual([at('nda-b', 1), at('nda-a', 0), at(null, null)]);
    expect(places.found).toEqual({ count: 3, first: at('nda-b', 1) });
    expect(places.places).toEqual(told);
  });

  it('are all counted, also after a former part of the verification, and only some of them are kept', async () => {
    const first = at('nda-z', 9);
    const places = new BrokenPlaces({}, { count: 2, first });
    for (let n = 0; n < PLACES_KEPT + 5; n += 1) await places.report(at('nda-a', n));
    expect(places.found).toEqual({ count: PLACES_KEPT + 7, first });
    expect(places.places).toHaveLength(PLACES_KEPT);
  });

  it('do not contain those that the operator accepted', async () => {
    const places = new BrokenPlaces({
      isAccepted: (stream, revision) => stream === 'nda-a' && revision === 1,
    });
    for (const place of [at('nda-a', 1), at('nda-a', 2)]) await places.report(place);
    expect(places.places).toEqual([at('nda-a', 2)]);
  });

  it('close a stream from its first place on', () => {
    const places = new BrokenPlaces({});
    places.close('nda-a', 3);
    places.close('nda-a', 5);
    expect([2, 3, 4].map((revision) => places.isClosed('nda-a', revision))).toEqual([false, true, true]);
    expect(places.isClosed('nda-b', 3)).toBe(false);
  });
});
