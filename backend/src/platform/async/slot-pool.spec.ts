import fc from 'fast-check';
import { SlotPool, type Slot } from './slot-pool.js';

interface Guest {
  readonly name: number;
}

it('holds each item until it is released, and has never more slots than were in use at once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 9 })), (moves) => {
      const places = new SlotPool<Guest>();
      const taken = new Map<number, { place: Slot; guest: Guest }>();
      const left: Slot[] = [];
      let most = 0;
      let highest = -1;
      for (const name of moves) {
        const known = taken.get(name);
        if (known === undefined) {
          const guest = { name };
          const place = places.take(guest);
          taken.set(name, { place, guest });
          most = Math.max(most, taken.size);
          highest = Math.max(highest, place.index ?? -1);
        } else {
          places.release(known.place);
          taken.delete(name);
          left.push(known.place);
        }
        // Releases each slot of `left` again, although another item may use its index by now.
        left.forEach((place) => places.release(place));
      }
      expect(new Set(places.all())).toEqual(new Set([...taken.values()].map(({ guest }) => guest)));
      expect(places.all()).toHaveLength(taken.size);
      expect(highest).toBeLessThan(Math.max(most, 1));
    }),
  );
});
