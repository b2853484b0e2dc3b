import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { locale } from '../../lib/format.js';
import { endWith } from './end-with.js';
import { keep, readKept } from './kept.js';
import {
  hearingErrorOf,
  heardIn,
  type HearingError,
  isPermanent,
  isRecognisedHere,
  type Recognition,
  recognitionClass,
} from './recognition.js';

export interface Dictation {
  /** Whether this browser recognises speech at all. */
  readonly isOffered: boolean;
  /** `telling`: it is said who hears the recording, and whether that is wanted is not known yet. */
  readonly state: 'idle' | 'telling' | 'listening';
  /** Whether somebody can be heard just now. */
  readonly isLoud: boolean;
  readonly error: HearingError | undefined;
  /** After an error that no further try can mend. */
  readonly isRefused: boolean;
  begin(): void;
  /** Whoever was told who hears it, agrees. */
  agree(): void;
  /** What was heard so far stays. */
  finish(): void;
  /** Whatever is going on. */
  cancel(): void;
}

/**
 * Words that are spoken into a field (rule:dictation-says-who-hears). They are never sent by themselves.
 * @param text in the field, before which nothing is lost
 */
export function useDictation(text: string, onText: (text: string) => void): Dictation {
  const { i18n } = useTranslation();
  const lang = locale(i18n.language);
  const [state, setState] = useState<Dictation['state']>('idle');
  const [isLoud, setLoud] = useState(false);
  const [refusals, setRefusals] = useState<Readonly<Record<string, HearingError | undefined>>>({});
  const recognition = useRef<Recognition>(undefined);
  /** Another one begins with each recording, and with each end of one. */
  const turn = useRef(0);
  const error = refusals[lang] ?? refusals['any'];
  const Class = recognitionClass();

  const cancel = useCallback((): void => {
    turn.current += 1;
    const running = recognition.current;
    recognition.current = undefined;
    running?.abort();
    setState('idle');
    setLoud(false);
  }, []);
  // A recording ends with the panel, and with the language in which it was begun.
  useEffect(() => endWith(lang, cancel), [lang, cancel]);

  const listen = (processLocally: boolean): void => {
    if (Class === undefined) return;
    const running = new Class();
    Object.assign(running, { lang, continuous: true, interimResults: true });
    if (processLocally) running.processLocally = true;
    const before = text.trim();
    const isOurs = (): boolean => recognition.current === running;
    running.addEventListener('result', (event) => {
      if (isOurs()) onText([before, heardIn(event)].filter(Boolean).join(' '));
    });
    running.addEventListener('speechstart', () => isOurs() && setLoud(true));
    running.addEventListener('speechend', () => isOurs() && setLoud(false));
    running.addEventListener('error', (event) => {
      const problem = hearingErrorOf(event);
      // A language that is not known says nothing of the other one.
      const of = problem === 'language-not-supported' ? lang : 'any';
      if (isOurs() && problem !== undefined) setRefusals((all) => ({ ...all, [of]: problem }));
    });
    running.addEventListener('end', () => isOurs() && cancel());
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
    const own = (turn.current += 1);
    const isHere = await isRecognisedHere(Class, lang);
    // Closed meanwhile, or begun anew.
    if (turn.current !== own) return;
    if (isHere) listen(true);
    else if (readKept().isHearingTold) listen(false);
    else setState('telling');
  };
  return {
    isOffered: Class !== undefined,
    state,
    isLoud,
    error,
    isRefused: isPermanent(error),
    begin: () => void begin(),
    agree: () => {
      keep({ isHearingTold: true });
      listen(false);
    },
    finish: () => recognition.current?.stop(),
    cancel,
  };
}
