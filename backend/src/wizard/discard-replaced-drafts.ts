import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf } from '../nda/nda.events.js';
import { ndaModel } from '../nda/nda.model.js';
import type { Clock } from '../platform/clock.js';
import { derivedId, newId } from '../platform/ids.js';
import type { CommandRunner } from '../platform/journal/command-runner.js';
import type { JobHandler, JobRequest, Reaction } from '../platform/reactions/reaction.js';
import { RuleBroken } from '../platform/rule-broken.js';

const TASK = 'discard-draft';

/** One job at a time for each draft, whoever asks for it. */
export const discardDraftRequest = (ndaId: string, replacedBy: string, causedBy: string): JobRequest & { readonly key: string } => ({
  task: TASK,
  payload: { ndaId, replacedBy, causedBy },
  key: `discard:${ndaId}`,
});

/** A changed draft takes the place of the old one (decisions 12). */
export const discardReplacedDrafts: Reaction<NdaEvent> = {
  name: 'discard-replaced-drafts',
  streamPrefix: NDA_STREAM_PREFIX,
  react: (event) =>
    event.type === 'NdaCreated' && event.open.replaces !== null
      ? [discardDraftRequest(event.open.replaces, ndaIdOf(event.stream), event.id)]
      : [],
};

/** Command id of the discard, so that the request that created the successor and this job are one command. */
export const discardId = (replacedBy: string): string => derivedId('discard', replacedBy);

export const discardDraftJob = (commands: CommandRunner, clock: Clock): JobHandler => ({
  task: TASK,
  run: async (payload) => {
    const replacedBy = String(payload.replacedBy);
    const context = {
      commandId: discardId(replacedBy),
      correlationId: newId(),
      causedBy: String(payload.causedBy),
      actor: 'system',
      at: clock.now().toISOString(),
    } as const;
    try {
      await commands.run(ndaModel, String(payload.ndaId), { type: 'DiscardNda', replacedBy, reason: 'replaced' }, context);
    } catch (error) {
      // Signed in the meantime, or discarded already: it stays as it is.
      if (!(error instanceof RuleBroken)) throw error;
    }
  },
});
