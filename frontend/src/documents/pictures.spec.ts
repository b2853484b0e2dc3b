import { LANGUAGES } from '@siegel/contracts/enums';
import { PAGES } from '@siegel/contracts/pages';
import { sampleSite } from '@siegel/contracts/testing/sample-site';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import drawnWords from './drawn-words.json';
import { renderFile } from './files.js';
import { PAPERS, SOCIAL_PICTURE } from './head.js';
import { PICTURES, wordHashes } from './pictures.js';
import { renderPage } from './render.js';

const PUBLIC = join(__dirname, '../../public');
const ORIGIN = 'https://siegel.example';
const read = (file: string): Buffer => readFileSync(join(PUBLIC, file));

function chunk(png: Buffer, type: string): Buffer | undefined {
  const at = png.indexOf(type, 0, 'latin1');
  return at < 0 ? undefined : png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
}

const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

/** Returns a pixel's colour in CSS notation, and its opacity. */
function pixelsOf(png: Buffer) {
  const { width } = sizeOf(png);
  const lines = inflateSync(chunk(png, 'IDAT') ?? Buffer.alloc(0));
  const [colours, opacities] = [chunk(png, 'PLTE'), chunk(png, 'tRNS')];
  return (x: number, y: number) => {
    const index = lines[y * (width + 1) + 1 + x] ?? 0;
    const colour = `#${colours?.toString('hex', index * 3, index * 3 + 3).toUpperCase()}`;
    return { colour, opacity: opacities?.[index] ?? 255 };
  };
}

const pages = LANGUAGES.map((language) =>
  renderPage({
    page: 'home',
    asked: language,
    site: sampleSite,
    origin: ORIGIN,
    year: 2026,
    analytics: 'tab',
    assetsOf: () => ({ head: '', script: '', styles: [], fonts: [], preloads: [] }),
  }),
);
const manifests = LANGUAGES.map((asked) =>
  renderFile({ file: 'manifest.webmanifest', asked, origin: ORIGIN }),
);
const named = [...pages, ...manifests].flatMap((text) =>
  [...text.matchAll(/\/([a-z0-9-]+\.png)"/g)].map(([, file = '']) => file),
);

it('shows the current words (if not, run `npm run pictures`)', () => {
  expect({ of: 'npm run pictures', ...drawnWords }).toEqual({ of: 'npm run pictures', ...wordHashes() });
  const [german, english] = Object.values(drawnWords);
  expect(german).not.toBe(english);
});

it('exists if a page or a manifest names it, and is named somewhere if it exists', () => {
  const there = readdirSync(PUBLIC).filter((file) => file.endsWith('.png'));
  expect(there).toHaveLength(6);
  expect([...new Set(named)].sort()).toEqual(there.sort());
  expect(PICTURES.map(({ file }) => file).sort()).toEqual(there);
});

it('has the size that the head, the manifest and its own name state', () => {
  for (const { file, width, height } of PICTURES)
    expect({ file, ...sizeOf(read(file)) }).toEqual({ file, width, height });
  for (const language of LANGUAGES) expect(sizeOf(read(`social-${language}.png`))).toEqual(SOCIAL_PICTURE);
  const { icons } = JSON.parse(manifests[0] ?? '') as { icons: { src: string; sizes: string }[] };
  expect(icons).toHaveLength(3);
  for (const { src, sizes } of icons) {
    const { width, height } = sizeOf(read(src));
    expect({ src, sizes: `${width}x${height}` }).toEqual({ src, sizes });
  }
  for (const file of named.filter((name) => name.startsWith('icon-'))) {
    const pixels = Number(/\d+/.exec(file));
    expect({ file, ...sizeOf(read(file)) }).toEqual({ file, width: pixels, height: pixels });
  }
});

it.each(PICTURES.map(({ file, clear }) => ({ file, clear })))(
  'has a background of paper or none: $file',
  ({ file, clear }) => {
    const png = read(file);
    const corner = pixelsOf(png)(0, 0);
    if (clear) expect(corner.opacity).toBe(0);
    else expect(corner).toEqual({ colour: PAPERS.light, opacity: 255 });
    expect(chunk(png, 'tRNS') === undefined).toBe(!clear);
    expect(png.length).toBeLessThan(file.startsWith('social-') ? 120_000 : 30_000);
  },
);

it('keeps the mark of a maskable icon within the circle that every shape leaves visible', () => {
  const png = read('icon-maskable-512.png');
  const { width } = sizeOf(png);
  const pixel = pixelsOf(png);
  const places = Array.from({ length: width * width }, (_, index) => ({
    x: index % width,
    y: Math.floor(index / width),
  }));
  const radii = places
    .filter(({ x, y }) => pixel(x, y).colour !== PAPERS.light)
    .map(({ x, y }) => Math.hypot(x + 0.5 - width / 2, y + 0.5 - width / 2));
  const reach = radii.reduce((most, radius) => Math.max(most, radius), 0);
  expect(reach).toBeGreaterThan(0.25 * width);
  expect(reach).toBeLessThan(0.4 * width);
});

it('shows the first words of the home page', () => {
  const home = new DOMParser().parseFromString(pages[0] ?? '', 'text/html');
  const social = new DOMParser().parseFromString(
    PICTURES.find(({ file }) => file === 'social-de.png')?.html ?? '',
    'text/html',
  );
  expect(PAGES.home.index).toBe(true);
  expect(social.documentElement.lang).toBe('de');
  expect(social.querySelector('h1')?.textContent).toBe(home.querySelector('h1')?.textContent);
  // If a text were missing, its key would appear instead.
  expect(social.body.textContent).not.toMatch(/\b(hero|picture|letter)\.\w+|\{\{/);
});
