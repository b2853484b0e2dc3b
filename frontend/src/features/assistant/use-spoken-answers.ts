import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endWith } from './end-with.js';
import { storeState, readStoredState } from './stored-state.js';
import { sentencesOf } from './sentences.js';

export interface SpokenAnswers {
  /** True if this device has a local voice for the language of the interface. */
  readonly isPossible: boolean;
  readonly isOn: boolean;
  readonly isSpeaking: boolean;
  toggle(): void;
  /** Stops the current speech. If speaking is on, speaks `text`. */
  say(text: string): void;
  stop(): void;
}

/**
 * Chooses a voice that speaks on this device, so that the text is sent to nobody
 * (rule:answers-are-spoken-here).
 */
function localVoice(
  voices: readonly SpeechSynthesisVoice[],
  language: string,
): SpeechSynthesisVoice | undefined {
  const local = voices.filter(
    ({ localService, lang }) => localService && lang.toLowerCase().split(/[-_]/)[0] === language,
  );
  return local.find((voice) => voice.default) ?? local[0];
}

function useVoice(language: string): SpeechSynthesisVoice | undefined {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  useEffect(() => {
    const synthesis = window.speechSynthesis as SpeechSynthesis | undefined;
    if (synthesis === undefined) return undefined;
    const read = (): void => setVoices(synthesis.getVoices());
    read();
    // Some browsers load their voices later, so read the voices again when they change.
    synthesis.addEventListener('voiceschanged', read);
    return () => synthesis.removeEventListener('voiceschanged', read);
  }, []);
  return localVoice(voices, language);
}

/** Reads answers aloud, sentence by sentence. Reading aloud is off until the user turns it on. */
export function useSpokenAnswers(): SpokenAnswers {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const voice = useVoice(language);
  const [isOn, setOn] = useState(() => readStoredState().isSpoken);
  const [isSpeaking, setSpeaking] = useState(false);
  /** Identifies the current speech. A new value ends the old speech. */
  const speech = useRef<object>(undefined);

  const stop = useCallback((): void => {
    if (speech.current === undefined) return;
    speech.current = undefined;
    window.speechSynthesis.cancel();
    setSpeaking(false);
  }, []);
  useEffect(() => endWith(language, stop), [language, stop]);

  const say = (text: string): void => {
    stop();
    const sentences = isOn && voice !== undefined ? sentencesOf(text, language) : [];
    if (voice === undefined || sentences.length === 0) return;
    const own = {};
    speech.current = own;
    setSpeaking(true);
    const next = (): void => {
      if (speech.current !== own) return;
      const sentence = sentences.shift();
      if (sentence === undefined) return stop();
      const utterance = new SpeechSynthesisUtterance(sentence);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      utterance.addEventListener('end', next);
      // A sentence that cannot be spoken is skipped.
      utterance.addEventListener('error', next);
      window.speechSynthesis.speak(utterance);
    };
    next();
  };
  return {
    isPossible: voice !== undefined,
    isOn: isOn && voice !== undefined,
    isSpeaking,
    toggle: () => {
      stop();
      setOn(!isOn);
      storeState({ isSpoken: !isOn });
    },
    say,
    stop,
  };
}
