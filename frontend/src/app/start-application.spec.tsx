import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { sampleSite } from '@siegel/contracts/testing/sample-site';
import { act, screen } from '@testing-library/react';
import { ndaKey, useNda } from '../features/nda/nda-query.js';
import { fakeServer } from '../testing/fake-server.js';
import { startApplication } from './start-application.js';

const GET = `GET /api/ndas/${sampleNda.id}`;

function Title() {
  const { data } = useNda(sampleNda.id);
  return <h1>{data?.ideaTitle}</h1>;
}

it('requests the data of its first view once, while its texts are loaded', async () => {
  document.documentElement.lang = 'en';
  document.body.innerHTML = '<div id="root"></div><script id="site" type="application/json"></script>';
  document.getElementById('site')?.append(JSON.stringify(sampleSite));
  const calls = fakeServer({ [GET]: [200, sampleNda] });
  const asked: (readonly string[])[] = [];
  const path = '../locales/en/common.json';
  const texts = JSON.parse(readFileSync(join(__dirname, path), 'utf8'));
  const files = {
    [path]: async () => {
      asked.push([...calls]);
      return { default: texts };
    },
  };
  await act(() => startApplication(<Title />, files, [], ndaKey(sampleNda.id)));
  expect(await screen.findByRole('heading')).toHaveTextContent(sampleNda.ideaTitle);
  expect(asked).toEqual([[GET]]);
  expect(calls).toEqual([GET]);
  const [, { headers }] = jest.mocked(fetch).mock.calls[0] as [string, { headers: Record<string, string> }];
  expect(headers['Accept-Language']).toBe('en');
});
