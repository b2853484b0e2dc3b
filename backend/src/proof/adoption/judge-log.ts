import type { TreeEdge } from '../merkle-tree.js';
import { type AppendingParts, appendLeaves, type GrowingTree } from './append-leaves.js';
import { EventJudge, type Judged, type JudgeParts } from './judge-events.js';
import { type LeafMacs, markLeaves } from './leaf-macs.js';
import { type OwnEventsParts, ownEvents } from './own-events.js';

export interface JudgingParts extends JudgeParts, OwnEventsParts, AppendingParts {
  readonly store: JudgeParts['store'] & OwnEventsParts['store'];
  readonly macs: LeafMacs;
  /** Number of leaves that are those of this service for certain. */
  readonly vouched: number;
  /** Called with the edge after each new leaf, before anything is written. */
  readonly grew: (edge: TreeEdge) => void;
  /** Called with the number of events so far. */
  readonly onJudged: (events: number) => void;
}

/**
 * Judges all events, and writes the MACs of the leaves that have events. Appends leaves as long as nothing is
 * broken that the operator does not accept.
 */
export async function judgeLog(
  parts: JudgingParts,
  tree: GrowingTree,
): Promise<{ readonly edge: TreeEdge; readonly judged: Judged }> {
  const { places, grew, onJudged } = parts;
  const judge = new EventJudge(parts);
  let grown = tree;
  for await (const batch of ownEvents(parts)) {
    const counting = await judge.counting(batch);
    await markLeaves(parts, batch, counting);
    const bare = counting.filter(({ leaf }) => leaf === undefined).map(({ event }) => event);
    if (bare.length > 0 && !places.isAnyUnaccepted) grown = await appendLeaves(parts, grown, bare, grew);
    onJudged(judge.judged.events);
  }
  return { edge: grown.edge, judged: judge.judged };
}
