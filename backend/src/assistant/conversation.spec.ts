import { answerParts } from '@siegel/contracts/admin/chat';
import { CHAT_MESSAGE_MAX } from '@siegel/contracts/limits';
import { converse } from './conversation.js';
import { FORGERIES, INJECTIONS, obeying } from './testing/injections.js';
import { doubledModel, patient } from './testing/double-model.js';
import { sampleFigures, SAMPLE_NOW } from './testing/sample-figures.js';
import { NO_ARGUMENTS, type Tool } from './tool.js';
import { FigureTools } from './tools.js';

const { double, model } = doubledModel();
const clock = { now: () => new Date(SAMPLE_NOW) };
const figureTools = new FigureTools(sampleFigures, clock).all;
const ask = (tools: readonly Tool[] = figureTools, content = 'Wie lief die Woche?', signal = patient()) =>
  converse({ model: model(), tools, clock }, [{ role: 'user', content }], 'de', signal);

const week = { from: '2026-11-01', to: '2026-11-07' };
const toolAnswers = (): unknown[] =>
  double.last.messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.parse(content ?? ''));

describe('a question', () => {
  it('is answered by means of tools, and their figures are shown below the answer', async () => {
    double.answers.push(
      {
        calls: [
          { name: 'read_funnel', arguments: week },
          { name: 'count_vouchers', arguments: '' },
        ],
      },
      { text: '**40** Vereinbarungen:\r\n* davon 20 unterschrieben' },
    );
    const { text, sources } = answerParts(await ask());
    expect(text).toBe('40 Vereinbarungen:\n- davon 20 unterschrieben');
    expect(sources).toEqual([
      expect.stringMatching(
        /^Trichter, 1\.\sNovember\s2026 bis 7\.\sNovember\s2026: angesehen 1\.250, erstellt 40/,
      ),
      'Gutscheine, jetzt: verfügbar 3, eingelöst 2, abgelaufen 1',
    ]);
    expect(toolAnswers()).toMatchObject([{ created: 40 }, { states: { available: 3 } }]);
  });

  it('is sent together with the conversation before it, the day and every tool', async () => {
    await converse(
      { model: model(), tools: figureTools, clock },
      [
        { role: 'user', content: 'Eins?' },
        { role: 'assistant', content: 'Zwei.' },
        { role: 'user', content: 'Drei?' },
      ],
      'en',
      patient(),
    );
    const [system, ...said] = double.last.messages;
    expect(system?.content).toMatch(/Today is 2026-11-26.*Answer in English/s);
    expect(said.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: Eins?',
      'assistant: Zwei.',
      'user: Drei?',
    ]);
    expect(double.last.tools?.map((tool) => tool.function.name)).toEqual(figureTools.map(({ name }) => name));
  });

  it('has no source if the server ignores the tools', async () => {
    double.answers.push({ text: 'Ungefähr 12.' });
    expect(answerParts(await ask())).toEqual({ text: 'Ungefähr 12.', sources: [] });
  });

  it('ends after six rounds if the model does not stop calling tools', async () => {
    double.otherwise = () => ({ calls: [{ name: 'read_revenue', arguments: {} }] });
    await expect(ask()).rejects.toMatchObject({ fault: 'damaged' });
    expect(double.requests).toHaveLength(7);
    double.answers.push(
      ...Array.from({ length: 6 }, () => ({ calls: [{ name: 'read_revenue', arguments: {} }] })),
      {
        text: 'Fertig.',
      },
    );
    expect(answerParts(await ask()).sources).toHaveLength(1);
  });

  it('allows eight calls in one round', async () => {
    double.answers.push({
      calls: Array.from({ length: 10 }, () => ({ name: 'read_revenue', arguments: {} })),
    });
    await ask();
    expect(toolAnswers().filter((told) => 'error' in (told as object))).toHaveLength(2);
  });

  it('fails if the answer is empty', async () => {
    double.answers.push({ text: ' \u200b\n' });
    await expect(ask()).rejects.toMatchObject({ fault: 'damaged' });
  });

  it('gets an answer that is no longer than a message may be', async () => {
    double.answers.push({ text: 'Wort '.repeat(20_000) });
    expect((await ask()).length).toBeLessThanOrEqual(CHAT_MESSAGE_MAX);
  });

  it('ends when the caller no longer waits', async () => {
    const gone = new AbortController();
    double.answers.push({ calls: [{ name: 'read_revenue', arguments: {} }] }, 'silence');
    await Promise.all([
      expect(ask(figureTools, 'Und?', gone.signal)).rejects.toMatchObject({ fault: 'given-up' }),
      (async () => {
        await double.nextCall();
        await double.nextCall();
        gone.abort();
      })(),
    ]);
    await double.lastCallOver;
  });
});

describe.each([
  ['in the result of a tool', true],
  ['in the question', false],
])('a model that obeys an instruction %s', (_where, inTool) => {
  const carriedOut = jest.fn();
  const figures: Tool[] = figureTools.map((tool) => ({
    ...tool,
    run: (given, language) => {
      const running = tool.run(given, language);
      if (running !== undefined) carriedOut(tool.name, given);
      return running;
    },
  }));
  const telling = (text: string): Tool => ({
    name: 'read_note',
    description: 'A note.',
    parameters: NO_ARGUMENTS,
    run: async () => ({ data: { note: text }, source: 'Notiz' }),
  });
  const asked = (text: string): Promise<string> => {
    if (!inTool) return ask(figures, text);
    double.answers.push({ calls: [{ name: 'read_note', arguments: {} }] });
    return ask([...figures, telling(text)]);
  };
  beforeEach(() => carriedOut.mockClear());

  it.each(Object.entries(INJECTIONS))('%s: nothing is carried out', async (_what, injection) => {
    double.otherwise = obeying([injection]);
    expect(answerParts(await asked(injection.text)).text).toBe('Done.');
    expect(carriedOut).not.toHaveBeenCalled();
    const refusals = toolAnswers().filter((told) => 'error' in (told as object));
    expect(refusals).toHaveLength('calls' in (injection.obeyed as object) ? callsOf(injection) : 0);
  });

  it.each(Object.entries(FORGERIES))(
    'the invented figures are not listed as sources (%s)',
    async (_language, forgery) => {
      double.otherwise = obeying([forgery]);
      const { text, sources } = answerParts(await asked(forgery.text));
      expect(text).toMatch(/999/);
      expect(sources.join()).not.toMatch(/999/);
      expect(text).not.toMatch(/Quelle|Source/);
    },
  );
});

const callsOf = ({ obeyed }: (typeof INJECTIONS)[string]): number =>
  typeof obeyed === 'object' && 'calls' in obeyed ? obeyed.calls.length : 0;
