import { Transform, type Writable } from 'node:stream';

/**
 * Number of quiet steps between the last byte of a message and its final dot. Each step is a separate timer.
 * So even if the event loop stalls, the stall counts as only one step, and the event loop can handle the
 * report of a cut connection before the next step.
 */
const QUIET_STEPS = 10;
/** Milliseconds of a step. */
const STEP_MS = 10;

const isDuplex = (stream: Writable): stream is Writable & Transform => 'readableLength' in stream;

/** True if the stream has passed on all its data and the next stream accepts more data. */
const hasPassedOn = (stream: Writable): boolean =>
  stream.writableLength === 0 &&
  (!isDuplex(stream) || (stream.readableLength === 0 && stream.readableFlowing !== false));

/**
 * Passes a message on and delays its end. The mail client writes the final dot when this stream ends. A
 * server never accepts a message without its final dot (RFC 5321 section 4.1.1.4). So if the connection is
 * cut while `isDotWritten` is false, the message was certainly not accepted.
 *
 * The end is delayed until the client has given the rest of the message to the connection, and for a short
 * time after that. So if a server or proxy cuts connections with long messages, it does so before the dot is
 * written.
 */
export class BeforeFinalDot extends Transform {
  private sink: Writable | undefined;
  private timer: NodeJS.Timeout | undefined;
  private steps = 0;
  private dotIsWritten = false;

  /** False as long as it is certain that the final dot was not written. */
  get isDotWritten(): boolean {
    return this.dotIsWritten;
  }

  override pipe<Sink extends NodeJS.WritableStream>(sink: Sink, options?: { end?: boolean }): Sink {
    this.sink = sink as unknown as Writable;
    return super.pipe(sink, options);
  }

  override _transform(chunk: unknown, _: BufferEncoding, done: (error: null, chunk: unknown) => void): void {
    done(null, chunk);
  }

  override _flush(done: () => void): void {
    this.timer = setTimeout(() => {
      const isQuiet = this.readableLength === 0 && (this.sink === undefined || hasPassedOn(this.sink));
      this.steps = isQuiet ? this.steps + 1 : 0;
      if (this.steps < QUIET_STEPS) {
        this._flush(done);
        return;
      }
      this.dotIsWritten = true;
      done();
    }, STEP_MS);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.timer);
    done(error);
  }
}
