/**
 * The part of the browser's speech recognition that is used here. The platform's types do not declare it
 * everywhere.
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
  /** Says whether a language can be recognised, on this device or by the vendor of the browser. */
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

/** Milliseconds to wait for the browser's answer. After that the user sees a reaction to the click anyway. */
const ANSWER_TIMEOUT_MS = 500;

/**
 * True if speech in a language stays on this device. A browser that does not answer in time counts as false.
 */
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

/** All text recognised so far, including interim results. */
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

/** Errors after which another try in this tab cannot help. */
const PERMANENT: ReadonlySet<RecognitionError> = new Set([
  'not-allowed',
  'service-not-allowed',
  'language-not-supported',
]);
export const isPermanent = (error: RecognitionError | undefined): boolean =>
  error !== undefined && PERMANENT.has(error);

/** The error in an event. Undefined if a person caused it by stopping, or if there is no text for it. */
export const recognitionErrorOf = (event: Event): RecognitionError | undefined =>
  RECOGNITION_ERRORS.find((one) => one === Reflect.get(event, 'error'));
