import 'reflect-metadata';
import { type NdaEvent, ndaStream } from './nda/nda.events.js';
import { ndaModel } from './nda/nda.model.js';
import { onGround } from './operator.js';
import { historyText, stateText } from './replay-text.js';
import { runCommand } from './run-command.js';

const USAGE = 'Usage: npm run replay -- <nda id> [--at <revision>]';

function parse(args: readonly string[]): { id: string; at: number | undefined } {
  const [id, flag, value, ...rest] = args;
  const at = value === undefined ? undefined : Number(value);
  const wrong = id === undefined || !/^[0-9a-f-]{36}$/i.test(id) || rest.length > 0 || (flag !== undefined && flag !== '--at');
  if (wrong || (flag === '--at' && (at === undefined || !Number.isInteger(at) || at < 0))) throw new Error(USAGE);
  return { id: id.toLowerCase(), at };
}

/** `npm run replay -- <nda id> [--at <revision>]`: prints an NDA's history, and what it was after a revision. */
async function main(args: readonly string[]): Promise<void> {
  const { id, at } = parse(args);
  await onGround(async (ground) => {
    const { events } = await ground.journal.load<NdaEvent>(ndaStream(id), at === undefined ? {} : { to: at });
    if (events.length === 0) throw new Error(`There is no NDA ${id}.`);
    console.log(historyText(events));
    console.log(stateText(events.reduce(ndaModel.evolve, ndaModel.initial)));
  });
}

runCommand(main);
