import { crc32 } from 'node:zlib';
import { BUNDLE_FILES } from '../bundle-files.js';
import { BUNDLE_README } from '../readme.js';
import { END_BYTES } from '../zip-layout.js';
import type { Change } from './changes.js';
import { sampleBundle } from './sample-bundles.js';
import { changesOf, type Vector } from './vector.js';

const of = changesOf('in-person.zip');
const kept = changesOf('in-person.zip', 'kept');
const unfinished = changesOf('unfinished.zip');
const unfinishedKept = changesOf('unfinished.zip', 'kept');
const key = changesOf('key-missing.zip');

/** Indexes of these files in a bundle that contains all files. */
const [EVENTS, OPENINGS, AGREEMENT, README] = [1, 2, 3, 10];

const central = (file: number, field: number, insert: string): Change => ({
  header: 'central',
  file,
  field,
  insert,
});
const local = (file: number, field: number, insert: string): Change => ({
  header: 'local',
  file,
  field,
  insert,
});
const bytes = (at: number, gone: number | null, insert: string): Change => ({ at, delete: gone, insert });
const added = (name: string): Change => ({ add: name, text: 'x', before: null });

/**
 * Makes the headers of the README state one byte less than the README has. The last byte of the README then
 * lies between the last file and the central headers.
 */
function shortReadme(): readonly Change[] {
  const content = Buffer.from(BUNDLE_README).subarray(0, -1);
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32LE(crc32(content), 0);
  numbers.writeUInt32LE(content.length, 4);
  numbers.writeUInt32LE(content.length, 8);
  const hex = numbers.toString('hex');
  return [local(README, 14, hex), central(README, 16, hex)];
}

/**
 * Makes the end record state that there are no central headers, and that their offset is the offset of the
 * end record. The numbers in the end record are therefore consistent with one another.
 */
function noFile(): Change {
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32LE(sampleBundle('in-person.zip').length - END_BYTES, 8);
  return bytes(-14, 12, numbers.toString('hex'));
}

/** Faults of the archive and its manifest. */
export const FILE_VECTORS: readonly Vector[] = [
  of('nothing is left', 'not_a_bundle', null, bytes(0, null, '')),
  of('a byte in front', 'not_a_bundle', null, bytes(0, 0, '00')),
  of('cut off in the first header', 'not_a_bundle', null, bytes(42, null, '')),
  of('its first file has another name', 'not_a_bundle', null, {
    rename: 'manifest.json',
    to: 'content.json',
  }),
  of('cut off in the middle', 'cut_off', null, bytes(2000, null, '')),
  of('the last byte cut off', 'cut_off', null, bytes(-1, 1, '')),
  of('the last record cut off', 'cut_off', null, bytes(-22, null, '')),
  of('a line feed behind', 'trailing_bytes', null, bytes(-1, 1, '000a')),
  of('a comment', 'trailing_bytes', null, bytes(-2, 2, '010041')),
  of('a ZIP64 offset', 'zip64', null, bytes(-6, 4, 'ffffffff')),
  of('a ZIP64 locator', 'zip64', null, bytes(-22, 0, `504b0607${'00'.repeat(16)}`)),
  of('a ZIP64 size of a file', 'zip64', 'events.jsonl', central(EVENTS, 20, 'ffffffff')),
  of('a byte lost in the middle', 'zip_broken', null, bytes(500, 1, '')),
  of('a disk more', 'zip_broken', null, bytes(-18, 2, '0100')),
  of('headers on another disk', 'zip_broken', null, bytes(-16, 2, '0100')),
  of('a file less than there are headers', 'zip_broken', null, bytes(-14, 4, '0a000a00')),
  of('a file more than there are headers', 'zip_broken', null, bytes(-14, 4, '0c000c00')),
  of('another number of files on its disk', 'zip_broken', null, bytes(-14, 2, '0a00')),
  of('no file', 'zip_broken', null, noFile()),
  of('another size of all headers', 'zip_broken', null, bytes(-10, 4, '00010000')),
  of('a header that is none', 'zip_broken', null, central(README, 0, '504b0103')),
  of('two numbers of files', 'zip_broken', null, bytes(-12, 2, '0a00')),
  of('the extra field of a length', 'zip_broken', null, central(AGREEMENT, 30, '0100')),
  of('a time in the local header', 'zip_broken', 'agreement.json', local(AGREEMENT, 10, '0100')),
  of('a time in the central header', 'zip_broken', 'agreement.json', central(AGREEMENT, 12, '0100')),
  of('attributes', 'zip_broken', 'openings.json', central(OPENINGS, 38, '0000a481')),
  of('another name in the local header', 'zip_broken', 'agreement.json', local(AGREEMENT, 30, '41')),
  of(
    'more files than are read',
    'too_many_files',
    null,
    ...Array.from({ length: 54 }, (_, n) => added(`f${n}`)),
  ),
  of('a path', 'bad_name', null, added('../../etc/passwd')),
  of('a path of Windows', 'bad_name', null, added('..\\run.bat')),
  of('a path from the root', 'bad_name', null, added('/etc/passwd')),
  of('a folder', 'bad_name', null, added('folder/')),
  of('a hidden file', 'bad_name', null, added('.profile')),
  of('a name with a line feed', 'bad_name', null, added('README.txt\n')),
  of('a name of 33 letters', 'bad_name', null, added('a'.repeat(33))),
  of('no name', 'bad_name', null, added('')),
  of('encrypted', 'encrypted', 'events.jsonl', central(EVENTS, 8, '0100')),
  of('with hidden headers', 'encrypted', 'events.jsonl', central(EVENTS, 8, '0020')),
  of('sizes behind the content', 'data_descriptor', 'events.jsonl', central(EVENTS, 8, '0800')),
  of('compressed', 'compressed', 'openings.json', central(OPENINGS, 10, '0800')),
  of('a file twice', 'duplicate_file', 'README.txt', added('README.txt')),
  of('a file of another name', 'extra_file', 'notes.txt', added('notes.txt')),
  of('files in another order', 'files_out_of_order', 'events.jsonl', {
    order: BUNDLE_FILES.toSpliced(1, 2, 'openings.json', 'events.jsonl'),
  }),
  of('two files at one place', 'overlapping', 'openings.json', central(OPENINGS, 42, '00000000')),
  of('a file longer than the archive', 'overlapping', 'agreement.json', central(AGREEMENT, 24, 'a0bb0d00')),
  of('a gap in front of a file', 'hidden_bytes', 'openings.json', central(OPENINGS, 42, 'f0ffff7f')),
  of('a byte behind the last file', 'hidden_bytes', null, ...shortReadme()),
  of('a byte of a file', 'crc_wrong', 'agreement.json', local(AGREEMENT, 44, '5b')),
  of('no receipts', 'missing_file', 'receipts.json', { drop: 'receipts.json' }),
  of('no README', 'missing_file', 'README.txt', { drop: 'README.txt' }),
  kept('no agreement, and the manifest names one', 'missing_file', 'agreement.json', {
    drop: 'agreement.json',
  }),
  of('no agreement', 'missing_file', 'agreement.json', { drop: 'agreement.json' }),
  of('no document', 'missing_file', 'document.pdf', { drop: 'document.pdf' }),
  unfinishedKept('a document that the manifest does not name', 'extra_file', 'document.pdf', {
    add: 'document.pdf',
    text: 'x',
    before: 'receipts.json',
  }),
  unfinished('a document that nobody sealed', 'extra_file', 'document.pdf', {
    add: 'document.pdf',
    text: 'x',
    before: 'receipts.json',
  }),
  key('an agreement that nobody disclosed', 'extra_file', 'agreement.json', {
    add: 'agreement.json',
    text: '{}',
    before: 'receipts.json',
  }),
  kept('the README is another one than the manifest names', 'file_changed', 'README.txt', {
    file: 'README.txt',
    find: 'DEUTSCH',
    put: 'GERMAN',
  }),
  kept('the manifest names another hash', 'file_changed', 'keys.json', {
    file: 'manifest.json',
    path: ['files', 7, 'sha256'],
    value: '0'.repeat(64),
  }),
  kept('the manifest names another size', 'file_changed', 'keys.json', {
    file: 'manifest.json',
    path: ['files', 7, 'size'],
    value: 1,
  }),
  of('the README is another one', 'readme_wrong', 'README.txt', {
    file: 'README.txt',
    find: 'DEUTSCH',
    put: 'GERMAN',
  }),
  of('another format', 'unknown_format', 'manifest.json', {
    file: 'manifest.json',
    path: ['format'],
    value: 'siegel-bundle/2',
  }),
  kept('another format in another spelling', 'unknown_format', 'manifest.json', {
    file: 'manifest.json',
    find: '"format":"siegel-bundle/1"',
    put: '"format" : "siegel-bundle/2" ',
  }),
  of('no format', 'unreadable', 'manifest.json', { file: 'manifest.json', path: ['format'] }),
  of('a member more in the manifest', 'unreadable', 'manifest.json', {
    file: 'manifest.json',
    path: ['madeAt'],
    value: '2026-11-21T09:00:00.000Z',
  }),
  of('a stream of another kind', 'unreadable', 'manifest.json', {
    file: 'manifest.json',
    path: ['stream'],
    value: 'voucher-1',
  }),
  kept('a space in the manifest', 'unreadable', 'manifest.json', {
    file: 'manifest.json',
    find: '{"files"',
    put: '{ "files"',
  }),
  kept('no JSON in the manifest', 'unreadable', 'manifest.json', {
    file: 'manifest.json',
    find: '{"files"',
    put: '{"files',
  }),
  of('a manifest without end', 'unreadable', 'manifest.json', {
    file: 'manifest.json',
    path: ['more'],
    value: 'x'.repeat(10_000),
  }),
  kept('the manifest does not name the README', 'extra_file', 'README.txt', {
    file: 'manifest.json',
    path: ['files', 9],
  }),
  kept('the manifest names a file that there never is', 'missing_file', null, {
    file: 'manifest.json',
    path: ['files', 10],
    value: { name: '../\u001b[2J', sha256: '0'.repeat(64), size: 1 },
  }),
  kept('the manifest names itself', 'unreadable', 'manifest.json', {
    file: 'manifest.json',
    path: ['files', 10],
    value: { name: 'manifest.json', sha256: '0'.repeat(64), size: 1 },
  }),
  kept('the manifest names a file twice', 'unreadable', 'manifest.json', {
    file: 'manifest.json',
    path: ['files', 10],
    value: { name: 'README.txt', sha256: '0'.repeat(64), size: 1 },
  }),
];
