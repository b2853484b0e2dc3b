import type { Font } from 'fontkit';
import type { HandRun } from './hand-runs.js';
import { handOf } from './hands.js';

export interface Point {
  readonly x: number;
  /** Vertical position. The baseline is 0, and larger values are below it. */
  readonly y: number;
}
/** A closed line. Lengths are CSS pixels, unless a function says otherwise. */
export type Contour = readonly Point[];

type Command = Font extends { glyphsForString(text: string): (infer Glyph)[] }
  ? Glyph extends { path: { commands: (infer One)[] } }
    ? One
    : never
  : never;

/**
 * Number of straight lines that replace a curve. At the size of a signature, each of them is far shorter than
 * a dot.
 */
const STEPS = 8;

const between = (a: Point, b: Point, t: number): Point => ({
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
});

/** Returns a point of a curve of any degree (De Casteljau). */
function pointAt(points: readonly Point[], t: number): Point {
  const [first] = points;
  if (first === undefined) throw new Error('a curve without points');
  if (points.length === 1) return first;
  return pointAt(
    points.slice(1).map((point, index) => between(points[index] ?? point, point, t)),
    t,
  );
}

function curve(from: Point, others: readonly Point[]): Point[] {
  const all = [from, ...others];
  return Array.from({ length: STEPS }, (_, step) => pointAt(all, (step + 1) / STEPS));
}

function pairs(args: readonly number[], place: (x: number, y: number) => Point): Point[] {
  return Array.from({ length: args.length / 2 }, (_, at) => place(args[at * 2] ?? 0, args[at * 2 + 1] ?? 0));
}

/**
 * Returns the closed lines of one letter.
 * @param place converts a point from the font's units
 */
function contoursOf(commands: readonly Command[], place: (x: number, y: number) => Point): Contour[] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    const points = pairs(args, place);
    const open = contours.at(-1);
    const from = open?.at(-1);
    if (command === 'moveTo') contours.push(points);
    else if (open !== undefined && from !== undefined && points.length > 0)
      open.push(...(command === 'lineTo' ? points : curve(from, points)));
  }
  return contours;
}

export interface Outline {
  readonly contours: readonly Contour[];
  /** Width in CSS pixels, from the first letter's origin to the end of the last letter. */
  readonly advance: number;
}

/**
 * Returns the outlines of a name. The fonts shape and kern the letters.
 * @param size size of the em in CSS pixels
 */
export function outlineOf(runs: readonly HandRun[], size: number): Outline {
  const contours: Contour[] = [];
  let pen = 0;
  for (const { hand, text } of runs) {
    const { font, scale } = handOf(hand);
    const unit = (size * scale) / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    glyphs.forEach((glyph, index) => {
      const position = positions[index];
      if (position === undefined) return;
      const { xOffset, yOffset, xAdvance } = position;
      const left = pen;
      const place = (x: number, y: number): Point => ({
        x: left + (x + xOffset) * unit,
        y: -(y + yOffset) * unit,
      });
      contours.push(...contoursOf(glyph.path.commands, place));
      pen += xAdvance * unit;
    });
  }
  return { contours, advance: pen };
}
