import type { EventOf, EventRegistry } from '../event.js';
import { count, text } from '../fields.js';
import type { Decider } from '../../commands/command-runner.js';
import { RuleBroken } from '../../../platform/errors/rule-broken.js';

/**
 * A small write model that does not belong to the service's domain, for the tests of the journal and the
 * command runner. It is a notebook that accepts lines until it is closed.
 */
export const noteEvents = {
  NoteOpened: {
    version: 1,
    open: { kind: text },
    personal: { title: text },
    makesKey: true,
    meaning: 'A note was begun.',
  },
  LineAdded: {
    version: 1,
    open: { length: count },
    personal: { line: text },
    origin: true,
    meaning: 'A line was added.',
  },
  NoteSeen: { version: 1, open: {}, personal: {}, origin: true, meaning: 'Somebody looked.' },
  NoteClosed: { version: 1, open: { reason: text }, personal: {}, meaning: 'No more lines.' },
} satisfies EventRegistry;

export type NoteEvent = EventOf<typeof noteEvents>;

export interface NoteState {
  readonly opened: boolean;
  readonly closed: boolean;
  readonly lengths: readonly number[];
  readonly lastAt: string;
}

export type NoteCommand =
  | { readonly do: 'open' | 'close' | 'nothing' }
  | { readonly do: 'add'; readonly line: string };

export const notes: Decider<NoteState, NoteCommand, NoteEvent> = {
  stream: (id) => `note-${id}`,
  initial: { opened: false, closed: false, lengths: [], lastAt: '' },
  evolve: (state, event) => {
    const next = { ...state, lastAt: event.at };
    if (event.type === 'NoteOpened') return { ...next, opened: true };
    if (event.type === 'LineAdded') return { ...next, lengths: [...state.lengths, event.open.length] };
    return event.type === 'NoteClosed' ? { ...next, closed: true } : next;
  },
  decide: (command, state) => {
    if (command.do === 'nothing') return [];
    if (state.closed) throw new RuleBroken('nda_final');
    if (command.do === 'add')
      return [{ type: 'LineAdded', open: { length: command.line.length }, personal: { line: command.line } }];
    if (command.do === 'close')
      return [{ type: 'NoteClosed', open: { reason: `after ${state.lengths.length}` } }];
    return [{ type: 'NoteOpened', open: { kind: 'plain' }, personal: { title: 'Secret title' } }];
  },
};
