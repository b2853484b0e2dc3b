import { type FastifyInstance, fastify } from 'fastify';
import { until } from '../../platform/testing/until.js';
import { RequestsInFlight } from './requests-in-flight.js';
import { onlyInAll } from '../../platform/testing/only-in-all.js';

describe('requests under way', () => {
  let instance: FastifyInstance;
  let requests: RequestsInFlight;
  let url: string;
  let answer: () => void;
  beforeEach(async () => {
    instance = fastify();
    requests = new RequestsInFlight(instance);
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    instance.get('/', () => answered.then(() => 'done'));
    url = await instance.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => instance.close());

  it('count as many from the third on, until they are answered', async () => {
    const ask = (count: number) => Array.from({ length: count }, () => fetch(url).then((one) => one.text()));
    const two = ask(2);
    await until(() => requests.now === 2);
    expect(requests.isBusy).toBe(false);
    const third = ask(1);
    await until(() => requests.now === 3);
    expect(requests.isBusy).toBe(true);
    answer();
    await Promise.all([...two, ...third]);
    await until(() => requests.now === 0);
    expect(requests.isBusy).toBe(false);
  });

  onlyInAll.it('no longer count once the client has gone', async () => {
    const gone = new AbortController();
    const asked = fetch(url, { signal: gone.signal }).catch(() => undefined);
    await until(() => requests.now === 1);
    gone.abort();
    await asked;
    await until(() => requests.now === 0);
    answer();
  });
});
