import { Opened, openAll } from './opened.js';

describe('parts that are opened one after the other', () => {
  const part = (log: string[], name: string) => async (): Promise<void> => void log.push(name);

  it('are closed last first, each once', async () => {
    const log: string[] = [];
    const opened = new Opened();
    for (const name of ['pool', 'store', 'server']) opened.closing(part(log, name));
    await Promise.all([opened.close(), opened.close()]);
    expect(log).toEqual(['server', 'store', 'pool']);
  });

  it('are all closed, though one fails to', async () => {
    const log: string[] = [];
    const opened = new Opened();
    opened.closing(part(log, 'pool'));
    opened.closing(() => Promise.reject(new Error('stuck')));
    await expect(opened.close()).rejects.toThrow('stuck');
    expect(log).toEqual(['pool']);
  });

  it('are closed again when a later one does not open', async () => {
    const log: string[] = [];
    const failed = openAll(async (opened) => {
      opened.closing(part(log, 'pool'));
      throw new Error('no store');
    });
    await expect(failed).rejects.toThrow('no store');
    expect(log).toEqual(['pool']);
  });
});
