import { useState } from 'react';
import type { SigningChoice } from '../signing-choice.js';
import { SigningStep, type SigningStepProps } from '../signing-step.js';

/** Step 4 with the state of the wizard that keeps the choice. */
export function KeptStep(props: Omit<SigningStepProps, 'choice'>) {
  const choice = useState<SigningChoice | null>(null);
  return <SigningStep {...props} choice={choice} />;
}
