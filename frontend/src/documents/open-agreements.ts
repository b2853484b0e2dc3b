import type { OwnNdasView, OwnNdaView } from '@siegel/contracts/nda/view';
import { type AgreementState, daysLeft, stateOf } from '../features/home/agreement-state.js';
import { onPageRestored } from '../lib/other-tabs.js';
import { KEYS, local } from '../lib/storage.js';
import { LISTED_AGREEMENTS } from '../lib/stored-draft.js';

const root = document.documentElement;

/**
 * Lists open agreements if the head script found that this browser has created agreements
 * (rule:home-goes-on).
 */
export function listAgreements(): void {
  const strip = document.querySelector<HTMLElement>('[data-agreements] .open-agreements');
  if (strip === null) return;
  const list = () => {
    ownAgreements()
      .then((items) => show(strip, items, Date.now()))
      .catch((error: unknown) => {
        console.warn('open agreements:', error);
        close(strip);
      });
  };
  list();
  allOf(strip).addEventListener('click', () => unfold(strip));
  // Fetch the list again when a person returns from an agreement's page with the Back button, so that the
  // person sees the agreement's current state.
  onPageRestored(list);
}

async function ownAgreements(): Promise<readonly OwnNdaView[]> {
  const answer = await fetch('/api/ndas');
  // If the service refuses the request, its response contains no list. Then `show` throws, and the caller
  // closes the strip.
  return ((await answer.json()) as OwnNdasView).items;
}

function show(strip: HTMLElement, items: readonly OwnNdaView[], now: number): void {
  const rows = items.flatMap((nda) => {
    const state = stateOf(nda, now);
    return state === undefined ? [] : [rowOf(strip, nda, state, now)];
  });
  if (rows.length === 0) {
    local.remove(KEYS.agreements);
    close(strip);
    return;
  }
  local.set(KEYS.agreements, String(Math.min(rows.length, LISTED_AGREEMENTS)));
  strip.removeAttribute('data-closed');
  strip.querySelector('ul')?.replaceChildren(...rows);
  fold(strip, rows);
}

/**
 * Hides the rows that do not fit. While the strip is in sight, only as many rows fit as the page has reserved
 * space for, because nothing on the page may move.
 */
function fold(strip: HTMLElement, rows: readonly HTMLElement[]): void {
  const room = isBelow(strip) ? LISTED_AGREEMENTS : Number(root.dataset['agreements']) || 1;
  for (const row of rows.slice(room)) row.hidden = true;
  allOf(strip).hidden = rows.length <= room;
}

function unfold(strip: HTMLElement): void {
  const folded = strip.querySelectorAll<HTMLElement>('li[hidden]');
  for (const row of folded) row.hidden = false;
  allOf(strip).hidden = true;
  folded[0]?.querySelector('a')?.focus();
}

const allOf = (strip: HTMLElement): HTMLElement => strip.querySelector('button') as HTMLElement;

function rowOf(strip: HTMLElement, nda: OwnNdaView, state: AgreementState, now: number): HTMLElement {
  const { content } = strip.querySelector('template') as HTMLTemplateElement;
  const row = document.importNode(content.firstElementChild as HTMLElement, true);
  const { ideaTitle: title, party2Name: party } = nda;
  const texts: Record<string, string> = {
    title,
    party,
    name: shortened(party),
    days: `${daysLeft(nda, now)}`,
  };
  for (const words of row.querySelectorAll(`[data-state]:not([data-state=${state}])`)) words.remove();
  for (const place of row.querySelectorAll<HTMLElement>('[data-fill]')) {
    // Allowed: the names are in our own documents.
    place.textContent = (texts[place.dataset['fill'] as string] as string) || place.textContent;
  }
  const link = row.querySelector('a') as HTMLAnchorElement;
  link.href = link.href.replace(':id', nda.id);
  return row;
}

/**
 * Shortens a name, for example to `Thomas A.`. A name that has only one word or begins with a title is not
 * shortened.
 */
const shortened = (name: string): string => name.replace(/^(\S+[^\s.]) (?:.* )?(\S)\S*$/u, '$1 $2.');

const isBelow = (strip: HTMLElement): boolean => strip.getBoundingClientRect().top >= innerHeight;

/** Closes the strip. A strip that is in sight keeps its space until the next visit. */
function close(strip: HTMLElement): void {
  if (isBelow(strip)) root.removeAttribute('data-agreements');
  else strip.setAttribute('data-closed', '');
}
