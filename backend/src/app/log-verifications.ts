import { EndlessPass } from '../proof/endless/endless-pass.js';
import { RecheckStreams } from '../proof/endless/recheck-streams.js';
import { tellPlace } from '../proof/endless/tell-place.js';
import { VerifyLogJob } from '../proof/verify-log.job.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import { bringUpToDate } from './bring-up-to-date.js';
import type { Infrastructure } from './infrastructure.js';
import { filesNamedIn } from './stored-files.js';
import { isOwnStream, STREAM_PREFIXES } from './streams.js';

/** Returns the dependencies of every verification of the whole log. */
const verifyingParts = ({
  backgroundPool: pool,
  store,
  log,
  trust,
  openLog,
  receipts,
  clock,
  logger,
  tampering,
  tree,
  isAccepted,
}: Infrastructure) => ({
  pool,
  log,
  keys: trust.keys,
  checker: log.checker,
  names: tree.seals.leaves,
  openLog,
  storeId: () => store.storeId(),
  publicKeys: () => receipts.publicKeys(),
  streamPrefixes: STREAM_PREFIXES,
  isOwnStream,
  isAccepted,
  clock,
  logger,
  tampering,
});

export const verifyLogJob = (infrastructure: Infrastructure) =>
  new VerifyLogJob({
    ...verifyingParts(infrastructure),
    onPlace: (place) => tellPlace(infrastructure, place),
  });

export const endlessPass = (infrastructure: Infrastructure, hours: number) =>
  new EndlessPass({ ...verifyingParts(infrastructure), ...filesOf(infrastructure), hours });

export const recheckStreams = (infrastructure: Infrastructure, reactions: readonly Reaction<never>[]) =>
  new RecheckStreams({
    ...verifyingParts(infrastructure),
    ...filesOf(infrastructure),
    store: infrastructure.store,
    opened: async (names) => {
      const { log, backgroundPool: pool } = infrastructure;
      const streams: { stream: string; gone: string[]; isEnded: boolean }[] = [];
      // Somebody may have written any name into the list.
      for (const stream of names.filter(isOwnStream)) {
        // The operator accepted the place, or ended the stream. Then the stream may stay closed.
        const isEnded = (await log.load(stream)).untrusted !== undefined;
        streams.push({ stream, gone: [], isEnded });
      }
      await bringUpToDate({ infrastructure: { ...infrastructure, pool }, reactions }, streams);
    },
  });

const filesOf = ({ journal, backgroundBlobs, tampered }: Infrastructure) => ({
  filesIn: filesNamedIn(journal),
  blobs: backgroundBlobs,
  tampered,
});
