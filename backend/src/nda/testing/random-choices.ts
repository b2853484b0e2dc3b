import fc from 'fast-check';
import type { Party } from '@siegel/contracts/enums';
import type { NdaCommand } from '../nda.commands.js';
import type { NdaState } from '../nda.state.js';
import { oneOfEachCommand } from './commands.js';

// Building blocks of random commands.

/** Returns a command, which may depend on the state, for instance on the newest link. */
export type Choose = (state: NdaState, step: number) => NdaCommand;

export const party = fc.constantFrom<Party>(1, 2);
export const attempt = fc.constantFrom(1, 1, 2, 3);
export const always = (command: NdaCommand): fc.Arbitrary<Choose> => fc.constant(() => command);
export const only = (type: NdaCommand['type']): fc.Arbitrary<Choose> => always(oneOfEachCommand[type]);

export const link = fc.constantFrom('newest', 'newest', 'newest', 'first', 'unknown');
export const tokenOf = (which: string, state: NdaState): string =>
  (which === 'newest'
    ? state.invitation?.tokenHash
    : which === 'first'
      ? state.closedLinks[0]?.tokenHash
      : undefined) ?? 'unknown';
