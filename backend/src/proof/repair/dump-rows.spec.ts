import { DumpRows } from './dump-rows.js';
import type { OfferedEvent } from './event-file.js';

const hex = (text: string): string => `\\\\x${Buffer.from(text).toString('hex')}`;
const COPY = 'COPY event_store.events ("position", stream, revision, id, type, data, metadata) FROM stdin;';
const ROW = ['12', 'nda-1', '3', '0b9c', 'NdaErased.v1', hex('{"open":{}}'), hex('{"core":"ä"}')].join('\t');

function found(
  lines: readonly string[],
  isWanted: (stream: string) => boolean = () => true,
): { events: OfferedEvent[]; rows: DumpRows } {
  const rows = new DumpRows('a.sql', isWanted);
  return { events: lines.flatMap((line) => rows.take(line) ?? []), rows };
}

describe('the events of a plain dump', () => {
  it('are the rows of the one table, byte for byte', () => {
    const { events } = found([
      '-- PostgreSQL database dump',
      COPY,
      ROW,
      '\\.',
      'COPY public.ndas (id) FROM stdin;',
      ROW,
      '\\.',
    ]);
    expect(events).toEqual([
      {
        position: 12,
        stream: 'nda-1',
        revision: 3,
        id: '0b9c',
        type: 'NdaErased.v1',
        data: Buffer.from('{"open":{}}'),
        metadata: Buffer.from('{"core":"ä"}'),
        file: 'a.sql',
      },
    ]);
  });

  it('are found by the names of the columns, in any order', () => {
    const [position, stream, revision, id, type, data, metadata] = ROW.split('\t');
    const { events } = found([
      'COPY event_store.events (metadata, data, type, id, revision, stream, "position") FROM stdin;',
      [metadata, data, type, id, revision, stream, position].join('\t'),
    ]);
    expect(events).toEqual(found([COPY, ROW]).events);
  });

  it('are only those of the wanted streams', () => {
    const other = ROW.replace('nda-1', 'nda-2');
    expect(
      found([COPY, ROW, other], (stream) => stream === 'nda-2').events.map(({ stream }) => stream),
    ).toEqual(['nda-2']);
  });

  it('have their escapes undone', () => {
    const strange = ROW.replace('NdaErased.v1', 'a\\tb\\\\c\\nd\\101\\x42');
    expect(found([COPY, strange]).events[0]?.type).toBe('a\tb\\c\ndAB');
  });

  it('are missing in a file without that table', () => {
    expect(found(['hello', ROW]).rows.hasEvents).toBe(false);
    expect(found([COPY, '\\.']).rows.hasEvents).toBe(true);
  });

  it('are refused if a column is missing, or if their bytes are not hexadecimal', () => {
    expect(() => found(['COPY event_store.events (stream, revision) FROM stdin;'])).toThrow(
      'no column position',
    );
    expect(() => found([COPY, ROW.replace('\\\\x7b', '{')])).toThrow('hexadecimal');
  });
});
