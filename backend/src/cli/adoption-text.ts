import type { AdoptionFindings } from '../proof/adopt-log.js';
import { placeName } from '../eventsourcing/trust/place-names.js';
import type { BrokenPlace } from '../proof/adoption/broken-places.js';

/** Maximum number of commands and of accepted places that are written out. */
const WRITTEN_OUT = 10;

/** Returns the line of a broken place. It begins with the place, so that `--accept-from` can read it. */
export const placeLine = (place: BrokenPlace): string => `${placeName(place)} ${place.detail}`;

const EFFECTS: Readonly<Record<BrokenPlace['effect'], string>> = {
  counts: 'its event counts',
  tolerated: 'it stays lost, and no verification reports it',
  closed:
    'no verification reports it, but the stream stays closed from there until siegel log:repair opens it',
};

/** Returns what the command found. It is printed before anything is adopted. */
export function findingsText({
  judged,
  uncovered,
  retiring,
  covered,
  nodes,
  foreign,
  putBack,
  tolerated,
  retiredAgain,
}: AdoptionFindings): string[] {
  const { events, authenticated, adopted, closed } = judged;
  return [
    `Events of the log: ${events}. With a right MAC: ${authenticated}. Without one, and adopted: ${adopted}.`,
    ...(closed === 0
      ? []
      : [`Events in closed streams, behind a broken place: ${closed}. They do not count.`]),
    ...(nodes === 0
      ? []
      : [`Nodes of the tree that were wrong, and were computed again from the leaves: ${nodes}.`]),
    ...(foreign === 0
      ? []
      : [
          `Rows of leaves that were removed, because this service did not write them, or not the rows before them: ${foreign}. Somebody wrote into the database. The events of this service among them get a leaf again.`,
        ]),
    ...(putBack === 0
      ? []
      : [
          `Leaves of the tree whose rows were missing, and that were put back from the log: ${putBack}. Somebody wrote into the database.`,
        ]),
    ...(retiredAgain.length === 0
      ? []
      : [
          `Keys of APPEND_KEY that were retired before the restore: ${retiredAgain.join(', ')}. They are retired again: their MACs count only for the events that the log has now.`,
        ]),
    ...retiringText(retiring),
    ...uncoveredText(uncovered, covered),
    ...toleratedText(tolerated),
  ];
}

function uncoveredText({ count, first, last }: AdoptionFindings['uncovered'], covered: number): string[] {
  if (count === 0) return [];
  const said =
    covered === 0
      ? `No checkpoint covers any event (${count}). Nothing outside of the database shows that this service recorded them.`
      : `Events that the newest checkpoint covers: ${covered}. Events that it does not cover: ${count}. Nothing outside of the database shows that this service recorded these.`;
  const left = count - first.length;
  return [
    `${said} The first is ${first[0]}, the last ${last}.`,
    ...first.map((name) => `  ${name}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

function retiringText({ since, events, streams, unlisted }: AdoptionFindings['retiring']): string[] {
  if (events === 0) return [];
  const where = since === 0 ? '' : ` behind the kept checkpoint over ${since} leaves`;
  return [
    `Events with a MAC of a key that is retired now${where}: ${events}. They keep counting. Look for those that this service did not write; the times are those that the events name:`,
    ...streams.map(
      (one) => `  ${one.stream}: ${one.events} (${one.from} to ${one.to}), ${one.first} to ${one.last}`,
    ),
    ...(unlisted > 0 ? [`  and ${unlisted} events of other streams`] : []),
  ];
}

function toleratedText(tolerated: readonly BrokenPlace[]): string[] {
  if (tolerated.length === 0) return [];
  const left = tolerated.length - WRITTEN_OUT;
  return [
    `Accepted places: ${tolerated.length}.`,
    ...tolerated
      .slice(0, WRITTEN_OUT)
      .map((place) => `  ${placeName(place)}: ${place.detail}. Accepted: ${EFFECTS[place.effect]}.`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

/** Returns what the operator can do about the places that nobody accepted. */
export function refusalText(open: readonly BrokenPlace[]): string[] {
  const left = open.length - WRITTEN_OUT;
  return [
    `Nothing was adopted, because ${open.length} ${open.length === 1 ? 'place is' : 'places are'} broken:`,
    ...open
      .slice(0, WRITTEN_OUT)
      .flatMap((place) => [
        `  ${placeName(place)}: ${place.detail}. If you accept it, ${EFFECTS[place.effect]}:`,
        `    siegel log:adopt --accept ${placeName(place)} --reason '…'`,
      ]),
    ...(left > 0 ? [`  and ${left} more`] : []),
    'All of them are listed on the standard output, one a line. Find out what happened before you accept anything. If a backup has the right events, restore it instead.',
    "To accept many of them, write the list into a file, check it, and run: siegel log:adopt --accept-from <file> --reason '…'",
  ];
}
