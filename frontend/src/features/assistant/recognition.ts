/** What the browser's speech recognition is, as far as it is used; the types of the platform do not know it everywhere. */
export interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  /** Whether it is done on this machine. */
  processLocally?: boolean;
  start(): void;
  stop(): void;
  abort(): void;
}

interface RecognitionClass {
  new (): Recognition;
  /** Whether a language can be recognised, here or by the maker of the browser. */
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

/** Milliseconds for which a browser is waited for that does not say what it has: whoever pressed sees something then. */
const SAYS_WITHIN_MS = 500;

/** Whether what is said in a language stays on this machine; one that does not say so in time is taken not to. */
export async function isRecognisedHere(Class: RecognitionClass, lang: string): Promise<boolean> {
  let timer: number | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, SAYS_WITHIN_MS);
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

/** All that was heard so far, also what may still change. */
export const heardIn = (event: Event): string =>
  Array.from((event as ResultEvent).results, (result) => result[0]?.transcript ?? '')
    .join('')
    .trim();

export const HEARING_ERRORS = [
  'not-allowed',
  'service-not-allowed',
  'network',
  'no-speech',
  'audio-capture',
  'language-not-supported',
] as const;
export type HearingError = (typeof HEARING_ERRORS)[number];

/** After these, trying again in this tab cannot help. */
const PERMANENT: ReadonlySet<HearingError> = new Set([
  'not-allowed',
  'service-not-allowed',
  'language-not-supported',
]);
export const isPermanent = (error: HearingError | undefined): boolean =>
  error !== undefined && PERMANENT.has(error);

/** Undefined of one that a person caused by stopping, or that nobody can be told of. */
export const hearingErrorOf = (event: Event): HearingError | undefined =>
  HEARING_ERRORS.find((one) => one === Reflect.get(event, 'error'));
