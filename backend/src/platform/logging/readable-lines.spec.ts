import { createLogger } from './http-logger.js';
import { readableLine, readableLines } from './readable-lines.js';

/** Returns our logger's output on a terminal. */
function shown(log: (logger: ReturnType<typeof createLogger>) => void, hasColors = false): string {
  let text = '';
  const terminal = { write: (more: string) => (text += more), hasColors: () => hasColors };
  log(createLogger('debug', readableLines(terminal)));
  return text;
}

describe('a log on a terminal', () => {
  it('has one line for each entry, with time, level, message and fields', () => {
    const text = shown((logger) => {
      logger.info({ route: '/api/ndas/:id', status: 200, ms: 1.5, code: null }, 'answered');
      logger.warn({}, 'the clocks disagree');
    });
    expect(text.split('\n')).toEqual([
      expect.stringMatching(
        /^\d\d:\d\d:\d\d\.\d{3}Z INFO {2}answered {2}route=\/api\/ndas\/:id status=200 ms=1\.5 code=null$/,
      ),
      expect.stringMatching(/^\S+Z WARN {2}the clocks disagree$/),
      '',
    ]);
  });

  it('names nested fields by their path, and keeps an error on its line', () => {
    const text = shown((logger) =>
      logger.error({ retention: { draftDays: 30 }, at: ['a', 'b'], error: new Error('two words') }, 'failed'),
    );
    expect(text).toContain('retention.draftDays=30 at=["a","b"] error.name=Error error.message="two words"');
    expect(text).toMatch(/error\.stack="at /);
    expect(text.match(/\n/g)).toHaveLength(1);
  });

  it('does not let a value start a line, move the cursor or colour the rest', () => {
    const evil = 'x\r\n\u001b[2J\u001b[31m\u009b1mred a=b "quoted"\u2028';
    const text = shown((logger) => logger.info({ evil, plain: 'a"b' }, `said ${evil}`));
    expect(text.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(text).toContain('\\u001b');
    expect(text).toContain('plain="a\\"b"');
  });

  it('colours the levels that matter, if the terminal has colours', () => {
    const both = (logger: ReturnType<typeof createLogger>): void => {
      logger.info({}, 'well');
      logger.error({}, 'not well');
    };
    expect(shown(both)).not.toContain('\u001b');
    const [well, ill] = shown(both, true).split('\n');
    expect(well).not.toContain('\u001b');
    expect(ill).toContain('\u001b[31mERROR\u001b[0m not well');
  });

  it('passes on lines that are not log lines', () => {
    expect(readableLine('not JSON\n')).toBe('not JSON');
    expect(readableLine('"a text"\n')).toBe('"a text"');
  });
});
