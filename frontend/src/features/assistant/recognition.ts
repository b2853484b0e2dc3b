/**
 * The part of the browser's speech recognition that we use. The platform's types do not declare all of it.
 */
export interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  /** True if speech is recognised on this device. */
  processLocally?: boolean;
  start(): void;
  stop(): void;
  abort(): void;
}

interface RecognitionClass {
  new (): Recognition;
  /** Says whether a language can be recognised, on this device or by the browser's vendor. */
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
}

interface ResultEvent extends Event {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>>;
}

export function recognitionClass(): RecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Readonly<
    Record<string, RecognitionClass | undefined>
  >;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/**
 * Milliseconds to wait for `available`. If the browser does not respond in this time, the page handles the
 * user's click without the response.
 */
const ANSWER_TIMEOUT_MS = 500;

/** True if speech in a language stays on this device. False if the browser does not answer in time. */
export async function isRecognisedLocally(Class: RecognitionClass, lang: string): Promise<boolean> {
  let timer: number | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ANSWER_TIMEOUT_MS);
  });
  try {
    const said = Class.available?.({ langs: [lang], processLocally: true });
    return (await Promise.race([said, late])) === 'available';
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns all text recognised so far, including interim results. */
export const transcriptIn = (event: Event): string =>
  Array.from((event as ResultEvent).results, (result) => result[0]?.transcript ?? '')
    .join('')
    .trim();

export const RECOGNITION_ERRORS = [
  'not-allowed',
  'service-not-allowed',
  'network',
  'no-speech',
  'audio-capture',
  'language-not-supported',
] as const;
export type RecognitionError = (typeof RECOGNITION_ERRORS)[number];

/** Errors that would occur again if the user tried again in this tab. */
const PERMANENT: ReadonlySet<RecognitionError> = new Set([
  'not-allowed',
  'service-not-allowed',
  'language-not-supported',
]);
export const isPermanent = (error: RecognitionError | undefined): boolean =>
  error !== undefined && PERMANENT.has(error);

/**
 * Returns the error in an event. Undefined if the user caused the error by stopping, or if the interface has
 * no text for the error.
 */
export const recognitionErrorOf = (event: Event): RecognitionError | undefined =>
  RECOGNITION_ERRORS.find((one) => one === Reflect.get(event, 'error'));
