import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Test, type TestingModule } from '@nestjs/testing';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { BusModule } from './bus.module.js';
import { Queries } from './queries.js';

class CountLetters extends Query<number> {
  constructor(readonly word: string) {
    super();
  }
}

@QueryHandler(CountLetters)
class CountLettersHandler implements IQueryHandler<CountLetters> {
  async execute({ word }: CountLetters): Promise<number> {
    if (word === '') throw new RuleBroken('not_found');
    return word.length;
  }
}

class NobodyAnswers extends Query<string> {}

let app: TestingModule;
beforeAll(async () => {
  const imports = [BusModule.with({} as CommandRunner)];
  app = await Test.createTestingModule({ imports, providers: [CountLettersHandler] }).compile();
  await app.init();
});
afterAll(() => app.close());

describe('queries', () => {
  it('go through the query bus, and return the result that the query declares', async () => {
    const seen: unknown[] = [];
    app.get(QueryBus).subscribe((query) => seen.push(query));
    const letters: number = await app.get(Queries).ask(new CountLetters('seal'));
    expect(letters).toBe(4);
    expect(seen).toEqual([new CountLetters('seal')]);
  });

  it('pass a refusal on unchanged', () =>
    expect(app.get(Queries).ask(new CountLetters(''))).rejects.toMatchObject({ code: 'not_found' }));

  it('fail without a registered handler', () =>
    expect(app.get(Queries).ask(new NobodyAnswers())).rejects.toThrow('NobodyAnswers'));
});
