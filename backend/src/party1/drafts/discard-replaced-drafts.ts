import { NDA_STREAM_PREFIX, type NdaCreated, type NdaEvent, ndaIdOf } from '../../nda/nda.events.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import { isSuccessorOf } from '../../nda/rules/draft.js';
import type { Clock } from '../../platform/time/clock.js';
import { derivedId } from '../../platform/crypto/ids.js';
import type { Commands } from '../../bus/commands.js';
import { systemContext } from '../../bus/system-context.js';
import type { CommandContext, Recorded } from '../../eventsourcing/journal/event.js';
import type { Reaction } from '../../eventsourcing/reactions/reaction.js';
import { CauseMissing, type JobHandler, type JobRequest } from '../../platform/jobs/job.js';
import { uuidIn } from '../../platform/jobs/payload.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';

const TASK = 'discard-draft';

/**
 * Returns a request for the job that discards a draft. The reaction and the sweep use the same key for it, so
 * each draft has at most one such job at a time.
 */
export const discardDraftRequest = (
  ndaId: string,
  replacedBy: string,
  causedBy: string,
): JobRequest & { readonly key: string } => ({
  task: TASK,
  payload: { ndaId, replacedBy, causedBy },
  key: `discard:${ndaId}`,
});

/** Requests the job that discards a draft when a changed draft replaces it (rule:changed-draft-replaces). */
export const discardReplacedDrafts: Reaction<NdaEvent> = {
  name: 'discard-replaced-drafts',
  streamPrefix: NDA_STREAM_PREFIX,
  react: (event) =>
    event.type === 'NdaCreated' && event.open.replaces !== null
      ? [discardDraftRequest(event.open.replaces, ndaIdOf(event.stream), event.id)]
      : [],
};

/**
 * Returns the id of the command that discards the old draft. The call that creates the successor and the job
 * use the same id, so the command takes effect only once.
 */
export const discardId = (replacedBy: string): string => derivedId('discard', replacedBy);

/**
 * Discards a draft in favour of its successor. Does nothing if the draft was signed in the meantime, or was
 * already discarded or erased (rule:signed-drafts-stay).
 * @returns the draft's revision afterwards; undefined if the rules refused the discard
 */
export async function discardDraft(
  commands: Commands,
  { id, replacedBy }: { readonly id: string; readonly replacedBy: string },
  context: CommandContext,
): Promise<number | undefined> {
  const command = { type: 'DiscardNda', replacedBy, reason: 'replaced' } as const;
  try {
    return (await commands.run(ndaDecider, id, command, context)).revision;
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    return undefined;
  }
}

/**
 * Returns the event that created the successor. The event proves the replacement, because it names the
 * replaced draft and comes from a browser that had access to this draft (rule:jobs-prove-their-cause).
 * @throws CauseMissing
 */
async function creationReplacing(
  commands: Commands,
  draft: string,
  replacedBy: string,
): Promise<Recorded<NdaCreated>> {
  const [replaced, successor] = await Promise.all([
    commands.state(ndaDecider, draft),
    commands.state(ndaDecider, replacedBy),
  ]);
  const [created] = successor.events;
  if (created?.type !== 'NdaCreated' || !isSuccessorOf(created, draft, replaced.events))
    throw new CauseMissing();
  return created;
}

/**
 * Returns the handler of the job. It ignores `causedBy` in the payload. Only backends of the previous version
 * read that member.
 */
export const discardDraftJob = (commands: Commands, clock: Clock): JobHandler => ({
  task: TASK,
  run: async (payload) => {
    const draft = { id: uuidIn(payload, 'ndaId'), replacedBy: uuidIn(payload, 'replacedBy') };
    const { id, correlationId } = await creationReplacing(commands, draft.id, draft.replacedBy);
    const context = systemContext(clock, discardId(draft.replacedBy), { correlationId, causedBy: id });
    await discardDraft(commands, draft, context);
  },
});
