import 'reflect-metadata';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { withInfrastructure } from './operator-context.js';
import { ndaAt } from '../wizard/replay/nda-at.js';
import { afterErasure, openedAs } from '../wizard/replay/replayed-nda.js';
import { lastStep } from '../wizard/replay/standing.js';
import { changesText, historyText, stateText } from './replay-text.js';
import { runCommand } from './run-cli.js';
import { OperatorError } from '../platform/operator-error.js';

const USAGE = 'Usage: npm run replay -- <nda id> [--at <revision>]';

function parse(args: readonly string[]): { id: string; at: number | undefined } {
  const [id, flag, value, ...rest] = args;
  const at = value === undefined ? undefined : Number(value);
  const wrong =
    id === undefined ||
    !/^[0-9a-f-]{36}$/i.test(id) ||
    rest.length > 0 ||
    (flag !== undefined && flag !== '--at');
  if (wrong || (flag === '--at' && (at === undefined || !Number.isInteger(at) || at < 0)))
    throw new OperatorError(USAGE);
  return { id: id.toLowerCase(), at };
}

/**
 * `npm run replay -- <nda id> [--at <revision>]`: prints an NDA's history, what it was after a revision, and
 * what that one changed.
 */
async function main(args: readonly string[]): Promise<void> {
  const { id, at } = parse(args);
  await withInfrastructure(async (infrastructure) => {
    const { events: all } = await infrastructure.journal.load<NdaEvent>(ndaStream(id));
    const isErased = all.some(({ type, unknown }) => type === 'NdaErased' && !unknown);
    const events = (isErased ? all.map(afterErasure) : all).slice(0, at === undefined ? undefined : at + 1);
    if (events.length === 0) throw new OperatorError(`There is no NDA ${id}.`);
    console.log(historyText(events));
    const known = events.filter(({ unknown }) => !unknown);
    console.log(stateText(known.reduce(ndaDecider.evolve, ndaDecider.initial)));
    const opened = new Map(events.map((event) => [event.id, openedAs(event)]));
    const { before, after } = lastStep(events);
    const { revision, changes } = ndaAt(before, after, (eventId) => opened.get(eventId));
    console.log(changesText(revision, changes));
  });
}

runCommand(main);
