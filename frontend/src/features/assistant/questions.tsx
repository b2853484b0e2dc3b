import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { useTexts } from '../../lib/use-texts.js';

/** Shown before the first question: the name of the provider, and three questions to begin with. */
export function Questions({ provider, onAsk }: { provider: string; onAsk: (question: string) => void }) {
  const { t } = useTranslation('assistant');
  const questions = useTexts('assistant', 'questions');
  return (
    <div className="assistant-body">
      <p>{t('lead')}</p>
      <ul className="assistant-questions">
        {questions.map((question) => (
          <li key={question}>
            <Button size="sm" onClick={() => onAsk(question)}>
              {question}
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-note">{t('receiver', { provider })}</p>
    </div>
  );
}
