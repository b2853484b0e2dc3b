import fc from 'fast-check';
import { TreeEdge } from './merkle-tree.js';
import { isStored, storedCompleted } from './stored-tree.js';

describe('the stored subtrees that leaves complete', () => {
  it('are the same ones that a growing tree completes', () => {
    fc.assert(
      fc.property(fc.nat(600), fc.nat(600), (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const edge = TreeEdge.empty();
        const names: string[] = [];
        for (let leaf = 0; leaf < to; leaf += 1)
          for (const subtree of edge.append(Buffer.of(0)))
            if (leaf >= from && isStored(subtree)) names.push(`${subtree.level}/${subtree.index}`);
        expect(
          storedCompleted({ from, to })
            .map(({ level, index }) => `${level}/${index}`)
            .sort(),
        ).toEqual(names.sort());
      }),
    );
  });
});
