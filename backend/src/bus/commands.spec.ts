import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Test, type TestingModule } from '@nestjs/testing';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { notes } from '../eventsourcing/journal/testing/notes.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { inWork } from '../platform/async/work.js';
import { BusModule } from './bus.module.js';
import { Commands } from './commands.js';
import { LoadLastTrusted, LoadState } from './load-state.js';
import { RunCommand } from './run-command.js';
import { systemContext } from './system-context.js';

const context = contextAt('2026-11-12T10:00:00.000Z');
const options = { beforeAppend: async () => {} };

/**
 * Returns an app whose command runner answers each call with the result of `answer`. Also returns a list of
 * the runner's calls.
 */
async function appOn(answer: () => Promise<unknown>): Promise<{ app: TestingModule; asked: unknown[][] }> {
  const asked: unknown[][] = [];
  const told = (...query: unknown[]) => {
    asked.push(query);
    return answer();
  };
  const runner = { run: told, state: told, lastTrusted: told } as unknown as CommandRunner;
  const app = await Test.createTestingModule({ imports: [BusModule.with(runner)] }).compile();
  return { app: await app.init(), asked };
}

describe('commands', () => {
  it('go through the command bus, and reads of streams through the query bus', async () => {
    const { app, asked } = await appOn(async () => 'what came of it');
    const seen: unknown[] = [];
    app.get(CommandBus).subscribe((command) => seen.push(command));
    app.get(QueryBus).subscribe((query) => seen.push(query));
    const commands = app.get(Commands);
    expect(await commands.run(notes, 'id-1', { do: 'open' }, context, options)).toBe('what came of it');
    expect(await commands.state(notes, 'id-1', 3)).toBe('what came of it');
    expect(await commands.lastTrusted(notes, 'id-1')).toBe('what came of it');
    expect(seen).toEqual([
      new RunCommand(notes, 'id-1', { do: 'open' }, context, options),
      new LoadState(notes, 'id-1', 3),
      new LoadLastTrusted(notes, 'id-1'),
    ]);
    expect(asked).toEqual([
      [notes, 'id-1', { do: 'open' }, context, options],
      [notes, 'id-1', 3],
      [notes, 'id-1'],
    ]);
    await app.close();
  });

  it('pass a refusal on unchanged', async () => {
    const refusal = new RuleBroken('nda_final');
    const { app } = await appOn(() => Promise.reject(refusal));
    await expect(app.get(Commands).run(notes, 'id-1', { do: 'open' }, context)).rejects.toBe(refusal);
    await app.close();
  });

  it('still run while the app closes, since jobs that are still running need them', async () => {
    const { app, asked } = await appOn(async () => 'done');
    await app.close();
    expect(await app.get(Commands).run(notes, 'id-1', { do: 'open' }, context)).toBe('done');
    expect(asked).toHaveLength(1);
  });
});

describe('the context of a command that the service itself gives', () => {
  const clock = { now: () => new Date('2026-11-12T10:00:00Z') };

  it('has the current time, the system as actor, and the given command id', () => {
    expect(systemContext(clock, 'owed-1', { correlationId: 'c', causedBy: 'e' })).toEqual({
      commandId: 'owed-1',
      correlationId: 'c',
      causedBy: 'e',
      actor: 'system',
      at: '2026-11-12T10:00:00.000Z',
    });
  });

  it('continues the correlation of the work under way', () => {
    const { correlationId } = inWork({ correlationId: 'request-1' }, () => systemContext(clock, 'owed-1'));
    expect(correlationId).toBe('request-1');
  });

  it('starts a new correlation if no work is under way', () => {
    const [one, other] = [systemContext(clock, 'owed-1'), systemContext(clock, 'owed-1', {})];
    expect(one).toMatchObject({ correlationId: expect.any(String), causedBy: null });
    expect(one.correlationId).not.toBe(other.correlationId);
  });
});
