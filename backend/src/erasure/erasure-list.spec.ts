import { appendFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../platform/crypto/ids.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { ErasureList, type ListedErasure, type ReadErasures } from './erasure-list.js';

const erasure = (stream = `nda-${newId()}`): ListedErasure => ({
  stream,
  keyId: 'key-1',
  destroyedAt: '2026-11-11T10:00:00.000Z',
  eventId: '01930000-0000-7000-8000-000000000001',
  eventHash: 'ab'.repeat(32),
  receiptKeyId: 'receipt-1',
  receiptSignature: 'c2lnbmF0dXJl',
});

describe('the list of erasures', () => {
  let folder: string;
  let list: ErasureList;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel-list-'));
    list = new ErasureList(join(folder, 'data'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function read(of = list): Promise<{ erasures: ListedErasure[]; damaged: number[] }> {
    const erasures: ListedErasure[] = [];
    const damaged: number[] = [];
    for await (const batch of of.read((line) => damaged.push(line), { batchSize: 2 }))
      erasures.push(...batch.lines.map((each) => each.erasure));
    return { erasures, damaged };
  }

  it('is empty if there is no file, and creates a file only for an entry', async () => {
    expect(await read()).toEqual({ erasures: [], damaged: [] });
    await list.note([]);
    await expect(stat(join(folder, 'data'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps entries in order, for other processes too, and only its owner can read it', async () => {
    const all = [erasure(), erasure(`voucher-${'a'.repeat(64)}`), erasure(), erasure(), erasure()];
    await Promise.all([list.note(all.slice(0, 2)), list.note(all.slice(2, 3))]);
    await new ErasureList(join(folder, 'data')).note(all.slice(3));
    expect(await read()).toEqual({ erasures: all, damaged: [] });
    expect((await stat(list.path)).mode & 0o777).toBe(0o600);
    expect(await readFile(list.path, 'utf8')).toMatch(/^(\{[^\n]*\}\n){5}$/);
  });

  it('skips lines that were cut off or damaged, and reports their numbers', async () => {
    const [first, second] = [erasure(), erasure()];
    await list.note([first]);
    await appendFile(list.path, '{"stream":"nda-');
    await list.note([second]);
    await appendFile(list.path, 'null\n[]\n7\n\n{"stream":"other-1"}\n');
    await appendFile(list.path, `${JSON.stringify({ ...first, stream: 'nda-1' })}\n`);
    await appendFile(list.path, `${JSON.stringify({ ...first, destroyedAt: 'once' })}\n`);
    await appendFile(list.path, `${JSON.stringify({ ...first, eventHash: undefined })}\n`);
    await appendFile(list.path, `${JSON.stringify({ ...first, eventId: 'nda-1' })}\n`);
    expect(await read()).toEqual({ erasures: [first, second], damaged: [2, 4, 5, 6, 8, 9, 10, 11, 12] });
  });

  it("resumes from a place, and recognises a mark in the mark's own place", async () => {
    const all = [erasure(), erasure(), erasure()];
    await list.note(all.slice(0, 2));
    const mark = newId();
    const bytes = await list.mark(mark);
    expect(await list.hasMark(mark, bytes)).toBe(true);
    for (const [name, at] of [
      [mark, bytes - 1],
      [mark, 0],
      [mark, bytes + 1000],
      [newId(), bytes],
    ] as const)
      expect(await list.hasMark(name, at)).toBe(false);
    await list.note(all.slice(2));
    await appendFile(list.path, JSON.stringify(all[0]));
    const batches: ReadErasures[] = [];
    for await (const batch of list.read(() => undefined, { after: { bytes, lines: 3 } })) batches.push(batch);
    const text = await readFile(list.path, 'utf8');
    expect(batches).toEqual([
      {
        lines: [
          { line: 4, erasure: all[2] },
          { line: 5, erasure: all[0] },
        ],
        position: { bytes: text.lastIndexOf('\n') + 1, lines: 4 },
      },
    ]);
    expect(await read()).toEqual({ erasures: [...all, all[0]], damaged: [] });
    expect(await new ErasureList(join(folder, 'none')).hasMark(mark, bytes)).toBe(false);
  });

  it('reads old lines, but does not accept an old mark as a current one', async () => {
    const { eventId: _, eventHash: __, ...formerly } = erasure();
    await list.note([formerly]);
    const mark = newId();
    await appendFile(list.path, `${JSON.stringify({ compared: mark })}\n`);
    expect(await read()).toEqual({ erasures: [formerly], damaged: [] });
    expect(await list.hasMark(mark, (await stat(list.path)).size)).toBe(false);
  });

  it('stores only ids and the receipt', async () => {
    await list.note([{ ...erasure(), name: 'Erika' } as ListedErasure]);
    expect(await readFile(list.path, 'utf8')).not.toContain('Erika');
  });

  it('says what to do if it cannot be written or read', async () => {
    await mkdir(list.path, { recursive: true });
    for (const use of [() => list.note([erasure()]), () => read()]) {
      const failure: unknown = await use().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(OperatorError);
      expect(String(failure)).toContain('DATA_DIR must be a permanent folder');
    }
  });
});
