import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { locale } from '../../lib/format.js';
import { endWith } from './end-with.js';
import { storeState, readStoredState } from './stored-state.js';
import {
  recognitionErrorOf,
  transcriptIn,
  type RecognitionError,
  isPermanent,
  isRecognisedLocally,
  type Recognition,
  recognitionClass,
} from './recognition.js';

export interface Dictation {
  /** True if this browser can recognise speech. */
  readonly isOffered: boolean;
  /** `asking`: the page says who receives the recording, and the user has not decided yet. */
  readonly state: 'idle' | 'asking' | 'listening';
  /** True while the browser detects speech. */
  readonly isLoud: boolean;
  readonly error: RecognitionError | undefined;
  /** True after an error that no further try can fix. */
  readonly isRefused: boolean;
  begin(): void;
  /** Called when the user has read who receives the recording and agrees. */
  agree(): void;
  /** Ends the recording. The text recognised so far stays. */
  finish(): void;
  /** Aborts, whatever the state. */
  cancel(): void;
}

/**
 * Lets the user dictate words into a text field (rule:dictation-says-who-hears). Dictated words are never
 * sent automatically.
 * @param text the field's current text, to which the dictated words are appended
 */
export function useDictation(text: string, onText: (text: string) => void): Dictation {
  const { i18n } = useTranslation();
  const lang = locale(i18n.language);
  const [state, setState] = useState<Dictation['state']>('idle');
  const [isLoud, setLoud] = useState(false);
  const [refusals, setRefusals] = useState<Readonly<Record<string, RecognitionError | undefined>>>({});
  const recognition = useRef<Recognition>(undefined);
  /** Changes whenever an attempt begins or a recording ends, so that `begin` notices an outdated response. */
  const attempt = useRef(0);
  const error = refusals[lang] ?? refusals['any'];
  const Class = recognitionClass();

  const cancel = useCallback((): void => {
    attempt.current += 1;
    const running = recognition.current;
    recognition.current = undefined;
    running?.abort();
    setState('idle');
    setLoud(false);
  }, []);
  // A recording ends when the panel closes or the language changes.
  useEffect(() => endWith(lang, cancel), [lang, cancel]);

  const listen = (processLocally: boolean): void => {
    if (Class === undefined) return;
    const running = new Class();
    Object.assign(running, { lang, continuous: true, interimResults: true });
    if (processLocally) running.processLocally = true;
    const before = text.trim();
    const isCurrent = (): boolean => recognition.current === running;
    running.addEventListener('result', (event) => {
      if (isCurrent()) onText([before, transcriptIn(event)].filter(Boolean).join(' '));
    });
    running.addEventListener('speechstart', () => isCurrent() && setLoud(true));
    running.addEventListener('speechend', () => isCurrent() && setLoud(false));
    running.addEventListener('error', (event) => {
      const problem = recognitionErrorOf(event);
      // `language-not-supported` applies only to the current language. The other language of the interface
      // may be supported.
      const language = problem === 'language-not-supported' ? lang : 'any';
      if (isCurrent() && problem !== undefined) setRefusals((all) => ({ ...all, [language]: problem }));
    });
    running.addEventListener('end', () => isCurrent() && cancel());
    recognition.current = running;
    setRefusals((all) => ({ ...all, any: undefined }));
    setState('listening');
    try {
      running.start();
    } catch {
      cancel();
    }
  };

  const begin = async (): Promise<void> => {
    if (Class === undefined) return;
    const started = (attempt.current += 1);
    const isLocal = await isRecognisedLocally(Class, lang);
    // Do nothing if the user closed the panel or began another recording before the browser responded.
    if (attempt.current !== started) return;
    if (isLocal) listen(true);
    else if (readStoredState().isHearingTold) listen(false);
    else setState('asking');
  };
  return {
    isOffered: Class !== undefined,
    state,
    isLoud,
    error,
    isRefused: isPermanent(error),
    begin: () => void begin(),
    agree: () => {
      storeState({ isHearingTold: true });
      listen(false);
    },
    finish: () => recognition.current?.stop(),
    cancel,
  };
}
