import type { UntrustedEvent } from '../event-store/event-store.js';
import { encodeCore, encodeData, encodeMetadata } from './event-encoding.js';
import { EventReader } from './event-reader.js';
import { EventTypes } from './event-types.js';
import { noteEvents } from './testing/notes.js';

const AT = '2026-11-12T10:00:00.000Z';
const HASH = 'a'.repeat(64);
const core = { at: AT, actor: 'party1', commandId: 'c', correlationId: 'c', causedBy: null } as const;
const metadata = (text: string, hash = HASH): Buffer =>
  encodeMetadata({ core: text, previousHash: HASH, hash });

/** Builds an event as another program would put it into one of our streams. */
const stored = (change: Partial<UntrustedEvent> = {}): Omit<UntrustedEvent, 'position'> => ({
  id: '01930000-0000-7000-8000-000000000001',
  stream: 'note-1',
  revision: 7,
  type: 'NoteClosed.v1',
  data: encodeData({ open: { reason: 'done' } }),
  metadata: metadata(encodeCore({ format: 1, ...core })),
  ...change,
});
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const reader = new EventReader(
  { open: async () => undefined },
  {
    upcasters: {
      'NoteSeen.v1': () => {
        throw new TypeError('not as it was written then');
      },
    },
    types: new EventTypes([noteEvents]),
    isOwnStream: (stream) => stream === 'note-1',
  },
);

describe('an unknown event', () => {
  it('can be told from a known one', () =>
    expect(reader.decode(stored())).toMatchObject({
      type: 'NoteClosed',
      version: 1,
      unknown: false,
      at: AT,
      open: { reason: 'done' },
    }));

  it.each([
    ['of another type', 'SomethingElse.v1', 'SomethingElse', 1],
    ['of a later version', 'NoteClosed.v2', 'NoteClosed', 2],
    ['named like a property of every object', 'constructor.v1', 'constructor', 1],
  ])('may be %s, and still shows its content', (_what, type, name, version) =>
    expect(reader.decode(stored({ type }))).toMatchObject({
      type: name,
      version,
      unknown: true,
      at: AT,
      open: { reason: 'done' },
    }),
  );

  it.each<[string, object]>([
    ['a field is missing', {}],
    ['a field is of another kind', { reason: 7 }],
    ['a field is null', { reason: null }],
    ['a field is a list', { reason: ['done'] }],
  ])('may be of a known type if %s, and still shows its content', (_what, open) =>
    expect(reader.decode(stored({ data: encodeData({ open }) }))).toMatchObject({
      type: 'NoteClosed',
      version: 1,
      unknown: true,
      at: AT,
      open,
    }),
  );

  it('is not one that merely has additional fields', () =>
    expect(reader.decode(stored({ data: encodeData({ open: { reason: 'done', more: 1 } }) })).unknown).toBe(
      false,
    ));

  it("is one that should create its stream's key but has no sealed part", () => {
    const made = (sealed: object): boolean =>
      reader.decode(
        stored({ type: 'NoteOpened.v1', data: encodeData({ open: { kind: 'plain' }, ...sealed }) }),
      ).unknown;
    expect(made({})).toBe(true);
    expect(made({ sealed: 'AQ==', keyId: 'key' })).toBe(false);
  });

  it.each<[string, Partial<UntrustedEvent>]>([
    ['its data are not JSON', { data: Buffer.from([0xff, 0x00, 0x7b]) }],
    ['its data are not an object', { data: json(null) }],
    ['it has no open part', { data: json({ reason: 'done' }) }],
    ['its sealed part is not text', { data: json({ open: {}, sealed: 7, keyId: 'key' }) }],
    ['its metadata are not JSON', { metadata: Buffer.from('metadata') }],
    ['its metadata are those of another program', { metadata: json({ $correlationId: 'c' }) }],
    ['its core is not JSON', { metadata: metadata('core') }],
    ['its core is null', { metadata: metadata('null') }],
    ['it has no actor', { metadata: metadata(JSON.stringify({ ...core, actor: undefined })) }],
    ['its time is not a time', { metadata: metadata(JSON.stringify({ ...core, at: 'yesterday' })) }],
    ['its time has another format', { metadata: metadata(JSON.stringify({ ...core, at: '2026' })) }],
    ['its hash is malformed', { metadata: metadata(encodeCore({ format: 1, ...core }), 'hash') }],
    ['its type has no version', { type: 'NoteClosed' }],
    ['its type is the name of a function', { type: 'constructor' }],
    ['it does not match its old version', { type: 'NoteSeen.v1' }],
    ['its stream has a foreign name', { stream: 'note-of-others' }],
  ])('is unreadable if %s: only its place and type are known', (_why, change) => {
    const event = stored(change);
    expect(reader.decode(event)).toMatchObject({
      id: event.id,
      stream: event.stream,
      revision: 7,
      type: event.type,
      version: 0,
      unknown: true,
      open: {},
      sealed: undefined,
      personal: undefined,
    });
  });
});
