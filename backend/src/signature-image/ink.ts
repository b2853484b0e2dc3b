import { SIGNATURE_INK_CONTRAST, SIGNATURE_INK_MAX, SIGNATURE_INK_MIN } from '@siegel/contracts/limits';
import type { DecodedPng } from 'fast-png';
import { type Colour, type ColourVisitor, visitColours } from './colours.js';

/** Minimum number of ink dots. Fewer dots are not a mark, no matter how small the picture is. */
const DOTS_MIN = 10;
/** Two colours count as equally common if the smaller count is more than this share of the larger count. */
const AS_COMMON = 0.99;
const PAPERS_MAX = 8;
const WHITE = 255;
/**
 * Browsers with privacy protection change the lowest two bits of a channel at random. Colours that differ
 * only in these bits count as one.
 */
const NOISE_BITS = 2;
const CLEAR_BELOW = 1 << NOISE_BITS;
const KEPT_BITS = 8 - NOISE_BITS;
/** There is one bucket for transparent dots, and one for each colour. */
const BUCKETS = 1 + (1 << (3 * KEPT_BITS));

/** Returns the value that a channel has on a white background. */
const onWhite = (value: number, alpha: number): number =>
  alpha === WHITE ? value : Math.round(WHITE + ((value - WHITE) * alpha) / WHITE);

function bucketOf(red: number, green: number, blue: number, alpha: number): number {
  if (alpha < CLEAR_BELOW) return 0;
  const r = onWhite(red, alpha) >> NOISE_BITS;
  const g = onWhite(green, alpha) >> NOISE_BITS;
  const b = onWhite(blue, alpha) >> NOISE_BITS;
  return 1 + ((r << (2 * KEPT_BITS)) | (g << KEPT_BITS) | b);
}

/**
 * All pictures that a thread reads share these arrays, because a thread reads one picture at a time.
 * Allocating the arrays would cost more than reading a small picture.
 */
const COUNTS = new Uint32Array(BUCKETS);
const FIRSTS = new Uint32Array(BUCKETS);
const MET = new Uint32Array(BUCKETS);

/**
 * Counts the dots of each colour. Colours that differ only by noise are counted together, under the first of
 * these colours.
 */
class Census implements ColourVisitor {
  private met = 0;

  visit(red: number, green: number, blue: number, alpha: number, times: number): void {
    const bucket = bucketOf(red, green, blue, alpha);
    const before = COUNTS[bucket] ?? 0;
    if (before === 0) {
      FIRSTS[bucket] = (onWhite(red, alpha) << 16) | (onWhite(green, alpha) << 8) | onWhite(blue, alpha);
      MET[this.met] = bucket;
      this.met += 1;
    }
    COUNTS[bucket] = before + times;
  }

  /** Clears the counts of the current picture. */
  forget(): void {
    for (const bucket of this.buckets()) COUNTS[bucket] = 0;
    this.met = 0;
  }

  private buckets(): Uint32Array {
    return MET.subarray(0, this.met);
  }

  /**
   * Returns the most common colour and all colours that are equally common. A striped picture has several
   * such colours, and none of them is paper.
   */
  papers(): readonly Colour[] {
    let most = 0;
    for (const bucket of this.buckets()) most = Math.max(most, COUNTS[bucket] ?? 0);
    const common: number[] = [];
    for (const bucket of this.buckets())
      if (common.length < PAPERS_MAX && (COUNTS[bucket] ?? 0) > most * AS_COMMON) common.push(bucket);
    return common.map((bucket) => this.colourOf(bucket));
  }

  /** Returns the first colour of a bucket. The bucket of transparent dots counts as white. */
  private colourOf(bucket: number): Colour {
    const first = bucket === 0 ? 0xffffff : (FIRSTS[bucket] ?? 0);
    return [first >> 16, (first >> 8) & WHITE, first & WHITE];
  }
}

/** Counts the dots that stand out against the picture's paper. */
class InkOnPaper implements ColourVisitor {
  dots = 0;
  private readonly red: number;
  private readonly green: number;
  private readonly blue: number;

  constructor([red, green, blue]: Colour) {
    this.red = red;
    this.green = green;
    this.blue = blue;
  }

  visit(red: number, green: number, blue: number, alpha: number, times: number): void {
    const isMixed = alpha >= CLEAR_BELOW && alpha < WHITE;
    if (
      this.contrastsWithPaper(red, green, blue, alpha) ||
      (isMixed && this.contrastsOnWhite(red, green, blue, alpha))
    )
      this.dots += times;
  }

  /** True if a dot stands out against this paper. */
  private contrastsWithPaper(red: number, green: number, blue: number, alpha: number): boolean {
    const most = Math.max(Math.abs(red - this.red), Math.abs(green - this.green), Math.abs(blue - this.blue));
    return most * alpha > SIGNATURE_INK_CONTRAST * WHITE;
  }

  /**
   * True if a dot stands out against this paper when the picture is shown on a white background. Our pages
   * show it on white.
   */
  private contrastsOnWhite(red: number, green: number, blue: number, alpha: number): boolean {
    return this.contrastsWithPaper(onWhite(red, alpha), onWhite(green, alpha), onWhite(blue, alpha), WHITE);
  }
}

function papersOf(image: DecodedPng): readonly Colour[] {
  const census = new Census();
  try {
    visitColours(image, census);
    return census.papers();
  } finally {
    census.forget();
  }
}

export type InkVerdict = 'ink' | 'blank' | 'crowded';

/**
 * Decides whether a picture can be ink on paper (rule:ink-on-paper). A picture is not ink on paper if it is
 * nearly empty, or if it is the stripes or the noise that a browser returns in place of a protected drawing.
 */
export function judgeInk(image: DecodedPng): InkVerdict {
  const whole = image.width * image.height;
  for (const paper of papersOf(image)) {
    const ink = new InkOnPaper(paper);
    visitColours(image, ink);
    if (ink.dots < DOTS_MIN || ink.dots < whole * SIGNATURE_INK_MIN) return 'blank';
    if (ink.dots > whole * SIGNATURE_INK_MAX) return 'crowded';
  }
  return 'ink';
}
