import { deflateSync } from 'node:zlib';
import { signature } from '../../testing/steps/samples.js';
import { SignatureReader } from './signature-reader.js';

const CLIENT = '203.0.113.7';

describe('SignatureReader', () => {
  const reader = new SignatureReader();
  afterAll(() => reader.onApplicationShutdown());

  it('returns the stored form of a drawn signature', async () => {
    const { bytes, sha256 } = await reader.read(signature(1), CLIENT);
    expect(Buffer.isBuffer(bytes)).toBe(true);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await reader.read(signature(1), CLIENT)).toEqual({ bytes, sha256 });
  });

  it.each([
    ['nothing', ''],
    ['no picture', 'data:image/png;base64,AAAA'],
    ['a long text', 'x'.repeat(900_000)],
    ['something compressed', `data:image/png;base64,${deflateSync(Buffer.alloc(1000)).toString('base64')}`],
  ])('refuses %s because it is no signature', async (_, dataUrl) => {
    await expect(reader.read(dataUrl, CLIENT)).rejects.toMatchObject({ code: 'invalid_signature' });
  });

  it('keeps one client from taking the places of others', async () => {
    const own = Array.from({ length: 20 }, () => reader.read(signature(2), CLIENT));
    const outcomes = await Promise.allSettled([...own, reader.read(signature(2), '198.51.100.1')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(17);
    expect(outcomes.at(-1)).toMatchObject({ status: 'fulfilled' });
    await expect(reader.read(signature(2), CLIENT)).resolves.toBeDefined();
  });

  it('lets only a few pictures wait, and continues when they are done', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => reader.read(signature(2), `198.51.100.${n}`)),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'unavailable' } });
    await expect(reader.read(signature(2), CLIENT)).resolves.toMatchObject({ sha256: expect.any(String) });
  });
});
