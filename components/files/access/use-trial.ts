'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { checkConditions, type Soundness } from '#lib/access/check-conditions.ts';
import { type Answer, tryConditions } from '#lib/access/try-conditions.ts';
import { usePublicConfig } from '#lib/public-config.tsx';
import { chainClient } from '#lib/wallet/chain.ts';
import type { AccessCondition } from '#packages/protocol/conditions.ts';

// Debounces the checks while an amount is being typed.
const DEBOUNCE_MS = 200;

export interface Trial {
  /** `null` while the check is running. */
  soundness: Soundness | null;
  /** By wallet. A missing wallet is still being checked. */
  answers: Readonly<Record<string, Answer>>;
  /** Why encrypting under these conditions is not possible now; `null` if it is. */
  obstacle: string | null;
  /** Whether a retry may succeed. */
  canRetry: boolean;
  retry(): void;
}

interface Known {
  question: string;
  soundness: Soundness | null;
  answers: Record<string, Answer>;
}

/** Checks access conditions (JSON; `null`: none) for the uploader and others, before anything is encrypted. */
export function useTrial(
  conditions: string | null,
  uploader: string | null,
  others: readonly string[],
): Trial {
  const config = usePublicConfig();
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState<Known>({ question: '', soundness: null, answers: {} });
  const asked = useRef({ question: '', wallets: new Set<string>() });
  const question = conditions && uploader ? `${attempt} ${uploader} ${conditions}` : '';
  const wallets = others.join();

  useEffect(() => {
    if (!question || !conditions || !uploader) return;
    const parsed: AccessCondition[] = JSON.parse(conditions);
    const chain = chainClient(config);
    const learn = (part: (known: Known) => Partial<Known>) =>
      setKnown((now) => (now.question === question ? { ...now, ...part(now) } : now));
    const ask = () => {
      if (asked.current.question !== question) {
        asked.current = { question, wallets: new Set() };
        setKnown({ question, soundness: null, answers: {} });
        void checkConditions(chain, parsed, config.network, uploader).then((soundness) =>
          learn(() => ({ soundness })),
        );
      }
      for (const wallet of [uploader, ...wallets.split(',')]) {
        if (wallet === '' || asked.current.wallets.has(wallet)) continue;
        asked.current.wallets.add(wallet);
        // Conditions that cannot be encoded are reported by `checkConditions`; per wallet they count as unknown.
        void tryConditions(chain, parsed, wallet)
          .catch((): Answer => 'unknown')
          .then((answer) => learn(({ answers }) => ({ answers: { ...answers, [wallet]: answer } })));
      }
    };
    const timer = setTimeout(ask, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [config, question, conditions, uploader, wallets]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const nothingKnown: Known = { question, soundness: null, answers: {} };
  const current = known.question === question ? known : nothingKnown;
  const own = uploader ? current.answers[uploader] : undefined;
  const { soundness, answers } = current;
  return { soundness, answers, ...judge(soundness, own), retry };
}

function judge(soundness: Soundness | null, own: Answer | undefined): Pick<Trial, 'obstacle' | 'canRetry'> {
  if (soundness?.kind === 'faulty') return { obstacle: soundness.sentence, canRetry: false };
  if (soundness?.kind === 'unknown' || own === 'unknown') {
    return {
      obstacle: 'The chain could not be read, so it is unknown whether you can open the file.',
      canRetry: true,
    };
  }
  if (own === 'no') return { obstacle: 'You could not open the file yourself.', canRetry: true };
  if (!soundness || !own) return { obstacle: 'The conditions are being checked.', canRetry: false };
  return { obstacle: null, canRetry: false };
}
