import { createHash } from 'node:crypto';
import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { IconPicture } from '../features/pictures/icon-picture.js';
import { SocialPicture } from '../features/pictures/social-picture.js';
import { SOCIAL_PICTURE } from './head.js';
import { TEXTS } from './texts.js';

/** A picture in `public/`. `npm run pictures` draws it from HTML. */
export interface Picture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  /** True if the background is transparent beside the mark. */
  readonly clear: boolean;
  readonly html: string;
}

const STYLES = '/src/styles/entries/pictures.css';

function htmlOf(language: Language, body: ReactElement): string {
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={TEXTS[language]}>
      <html lang={language}>
        <head>
          <meta charSet="utf-8" />
          <title>{PRODUCT_NAME}</title>
          <link rel="stylesheet" href={STYLES} />
        </head>
        {body}
      </html>
    </I18nextProvider>,
  );
  return `<!doctype html>${page}`;
}

/**
 * Describes an icon. `mark` is the size of the mark in pixels. If the mark is smaller than the icon, the
 * background has the colour of paper. Otherwise the background is transparent.
 */
function icon(name: string, size: number, mark = size): Picture {
  const clear = mark === size;
  const html = htmlOf('de', <IconPicture mark={mark} clear={clear} />);
  return { file: `icon-${name}.png`, width: size, height: size, clear, html };
}

const social = (language: Language): Picture => ({
  ...SOCIAL_PICTURE,
  file: `social-${language}.png`,
  clear: false,
  html: htmlOf(language, <SocialPicture />),
});

export const PICTURES: readonly Picture[] = [
  // iPhones show black behind a transparent icon. They also round its corners.
  icon('180', 180, 136),
  icon('192', 192),
  icon('512', 512),
  // Each operating system crops this icon to its own shape. Only the circle in the middle, whose diameter is
  // four fifths of the icon's width, is visible in every shape.
  icon('maskable-512', 512, 348),
  ...LANGUAGES.map(social),
];

/**
 * Returns, for each language, the SHA-256 of all words in the social picture. If the hash of the current
 * words differs from the recorded hash, the picture is out of date.
 */
export const wordHashes = (): Readonly<Record<Language, string>> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, wordHash(social(language))])) as Record<
    Language,
    string
  >;

function wordHash({ html }: Picture): string {
  const words = html.replaceAll(/<[^>]*>/g, '\n');
  return createHash('sha256').update(words).digest('hex');
}
