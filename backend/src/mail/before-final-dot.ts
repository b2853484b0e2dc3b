import { Transform, type Writable } from 'node:stream';

/**
 * Quiet steps between a message's last byte and its final dot. Each step is a timer of its own, so a stalled
 * event loop counts as one step, and the loop handles a cut that was reported meanwhile.
 */
const QUIET_STEPS = 10;
/** Milliseconds of a step. */
const STEP_MS = 10;

const isDuplex = (stream: Writable): stream is Writable & Transform => 'readableLength' in stream;

/** True if the stream has passed everything on, and the stream behind it takes more. */
const hasPassedOn = (stream: Writable): boolean =>
  stream.writableLength === 0 &&
  (!isDuplex(stream) || (stream.readableLength === 0 && stream.readableFlowing !== false));

/**
 * Passes a message on, and holds back its end. The mail client writes the final dot when this stream ends. A
 * server accepts no message whose final dot it did not get (RFC 5321 section 4.1.1.4), so a connection that
 * is cut while `isDotWritten` is false is a known failure. The end is held back until the client has given the
 * rest of the message to the connection, and for a short time after that. A server or proxy that cuts long
 * messages has then done so before the dot is written.
 */
export class BeforeFinalDot extends Transform {
  private sink: Writable | undefined;
  private timer: NodeJS.Timeout | undefined;
  private steps = 0;
  private dotIsWritten = false;

  /** False as long as the final dot was certainly not written. */
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
