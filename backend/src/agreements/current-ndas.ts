import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { type CurrentState, CurrentStates, type StateFold } from '../eventsourcing/states/current-states.js';
import { type NdaEvent, ndaIdOf, ndaStream } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { errorCode } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';
import { type Agreement, agreementAfter, NO_AGREEMENT } from './agreement.js';

/** Approximate size, in bytes, of an agreement's open part. */
const OPEN_BYTES = 4_096;

const isLiving = ({ status, erasedAt }: NdaState): boolean => status !== 'none' && erasedAt === null;

/** Returns the agreement, unless it does not exist or is erased. */
function livingIn({ state: nda, untrusted }: CurrentState<Agreement>): Agreement | undefined {
  if (!isLiving(nda.state)) return undefined;
  return untrusted === undefined ? nda : { ...nda, untrustedSince: nda.state.lastAt };
}

const fold: StateFold<Agreement, NdaEvent> = {
  initial: NO_AGREEMENT,
  evolve: (before, event) => ({ ...agreementAfter(before, event), lastHash: event.hash }),
  isKept: ({ state }) => isLiving(state),
  bytes: ({ sealed }) => Object.values(sealed).reduce((sum, part) => sum + part.bytes.length, OPEN_BYTES),
};

/**
 * Reads the current state of NDAs from their streams. Access checks and views of a single NDA use this class,
 * never a row of the table (rule:stream-confirms-who-may). As in a row, personal data is still sealed.
 */
export class CurrentNdas {
  private readonly states: CurrentStates<Agreement, NdaEvent>;

  constructor(
    private readonly parts: {
      readonly log: Pick<TrustedLog, 'ends' | 'load' | 'placeIn' | 'isClosed' | 'hasSeen'>;
      readonly journal: Pick<Journal, 'decode'>;
      readonly logger: Logger;
    },
  ) {
    this.states = new CurrentStates({ ...parts, fold });
  }

  /**
   * Returns the NDA; undefined if it never existed or is erased. Until the NDA gets a new event, every call
   * returns the same object. For a closed stream, every call returns the last trusted state in a new object.
   */
  async one(id: string): Promise<Agreement | undefined> {
    return livingIn(await this.current(id));
  }

  /**
   * @throws RuleBroken not_found: there never was such an NDA
   * @throws StreamUntrusted if there is a stream with this name, but no event of it counts
   */
  async refuse(id: string): Promise<never> {
    const { revision, untrusted } = await this.current(id);
    if (untrusted !== undefined && revision < 0) throw new StreamUntrusted(ndaStream(id), untrusted);
    throw new RuleBroken('not_found');
  }

  /** Returns the current state, even after an erasure; the initial state if there is no stream. */
  current(id: string): Promise<CurrentState<Agreement>> {
    return this.states.one(ndaStream(id));
  }

  /** Returns the state of the stream, even after an erasure; the initial state if there is no stream. */
  async state(id: string): Promise<NdaState> {
    return (await this.current(id)).state.state;
  }

  async isErased(id: string): Promise<boolean> {
    return (await this.state(id)).erasedAt !== null;
  }

  /**
   * Returns a map by id. It contains the given NDAs that exist and are not erased. An NDA whose stream cannot
   * be read is left out, and an error is logged.
   */
  async some(ids: readonly string[]): Promise<ReadonlyMap<string, Agreement>> {
    const states = await this.states.all(ids.map(ndaStream), (stream, error) =>
      this.parts.logger.error(
        { ndaId: ndaIdOf(stream), code: errorCode(error) },
        'The stream of an NDA cannot be read, so a list omits this NDA. siegel replay <ndaId> shows what is wrong with the stream.',
      ),
    );
    return new Map(
      [...states].flatMap(([stream, found]) => {
        const nda = livingIn(found);
        return nda === undefined ? [] : [[ndaIdOf(stream), nda] as const];
      }),
    );
  }
}
