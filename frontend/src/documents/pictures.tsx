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

/** A file of `public/` that `npm run pictures` draws from its HTML. */
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
 * An icon. `mark` is the size of its mark in pixels. An icon with a margin has a background of paper, others
 * have none.
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
  // iPhones put black behind a transparent icon, and round its corners.
  icon('180', 180, 136),
  icon('192', 192),
  icon('512', 512),
  // Systems cut this icon to any shape. Only a circle of four fifths of its width is always left.
  icon('maskable-512', 512, 348),
  ...LANGUAGES.map(social),
];

/**
 * SHA-256 of all words in the picture of each language. A picture whose words have another hash is out of
 * date.
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
