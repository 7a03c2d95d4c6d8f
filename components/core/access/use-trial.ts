'use client';
import { wait } from '@labroom/client/wait';
import type { AccessCondition } from '@labroom/protocol/conditions';
import { useMemo, useReducer } from 'react';
import { checkConditions, type Soundness } from '#lib/access/check-conditions.ts';
import { type Answer, tryConditions } from '#lib/access/try-conditions.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { useReads } from '#lib/reading/use-reads.ts';
import { chainClient } from '#lib/wallet/chain.ts';

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

/** Checks access conditions (JSON; `null`: none) for the uploader and others, before anything is encrypted. */
export function useTrial(
  conditions: string | null,
  uploader: string | null,
  others: readonly string[],
): Trial {
  const config = usePublicConfig();
  const chain = chainClient(config);
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const about = [String(attempt), uploader ?? '', conditions ?? ''];
  const parsed = useMemo<AccessCondition[]>(() => JSON.parse(conditions ?? '[]'), [conditions]);
  const wallets = conditions && uploader ? [...new Set([uploader, ...others])] : [];
  const check = useRead({
    key: ['soundness', ...about],
    read: async ({ signal }) => {
      await wait(DEBOUNCE_MS, signal);
      return checkConditions(chain, parsed, config.network, uploader ?? '');
    },
    pause: wallets.length === 0,
  });
  const soundness = check.isReading ? null : (check.data ?? null);
  const found = useReads(
    wallets.map((wallet) => ({
      key: ['may open', ...about, wallet],
      read: async ({ signal }) => {
        await wait(DEBOUNCE_MS, signal);
        // Conditions that cannot be encoded are reported by `checkConditions`; per wallet they count as unknown.
        return tryConditions(chain, parsed, wallet).catch((): Answer => 'unknown');
      },
    })),
  );
  const answers: Record<string, Answer> = {};
  for (const [index, wallet] of wallets.entries()) {
    const answer = found[index];
    if (answer) answers[wallet] = answer;
  }
  const own = uploader ? answers[uploader] : undefined;
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
