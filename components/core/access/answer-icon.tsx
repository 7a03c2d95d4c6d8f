import { CircleCheck, CircleMinus, CloudOff, LoaderCircle } from 'lucide-react';
import type { Answer } from '#lib/access/try-conditions.ts';

/** Whether a wallet opens a file; `undefined` while the chain is asked. */
export function AnswerIcon({ answer }: { answer: Answer | undefined }) {
  const size = 'size-4 shrink-0';
  if (answer === 'yes') return <CircleCheck aria-hidden className={`${size} text-good`} />;
  if (answer === 'no') return <CircleMinus aria-hidden className={`${size} text-ink2`} />;
  if (answer === 'unknown') return <CloudOff aria-hidden className={`${size} text-warn`} />;
  return <LoaderCircle aria-hidden className={`${size} animate-spin text-ink2`} />;
}
