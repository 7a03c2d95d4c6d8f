'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { networks } from '#contracts/networks.ts';
import { callApi } from '#lib/api/browser.ts';
import { usePublicConfig } from '#lib/public-config.tsx';
import type { Draft } from '#lib/tokenize/draft.ts';
import { type DraftSubject, dropDraft, keepDraft, keptDraft } from '#lib/tokenize/draft-store.ts';
import { explainRefusal } from '#lib/tokenize/explain-refusal.ts';
import type { TokenizationContext } from '#lib/tokenize/tokenization-context.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import type { FailureInWords } from '#lib/wallet/explain-failure.ts';
import type { LabOfToken } from './lab-of-token.ts';

/** A draft, and where it stands by what chain and service say. */
export interface TransactionActions<TokenizationState> {
  context: TokenizationContext;
  draft: Draft | null;
  /** The newest answer; an older one until there is another. */
  standing: TokenizationState | null;
  /** Why there is no newer one. */
  trouble: unknown;
  isLooking: boolean;
  /** What the person's own action came to, where it failed. */
  failure: FailureInWords | null;
  isActing: boolean;
  /** Does something that the person asked for; gives the draft that follows, `null`: none any more. */
  act(action: () => Promise<Draft | null>): Promise<void>;
  /** Puts another draft in the place of this one. */
  change(draft: Draft | null): void;
  lookAgain(): void;
}

interface DeskInput<TokenizationState> {
  lab: LabOfToken;
  /** Lowercase. */
  wallet: `0x${string}`;
  subject: DraftSubject;
  look: (context: TokenizationContext, draft: Draft | null) => Promise<TokenizationState>;
}

/** Keeps a draft per lab and wallet in this browser, and looks where it stands whenever it changes. */
export function useTokenization<TokenizationState>({
  lab,
  wallet,
  subject,
  look,
}: DeskInput<TokenizationState>): TransactionActions<TokenizationState> {
  const config = usePublicConfig();
  const { oclId, labId, name } = lab;
  const context = useMemo<TokenizationContext>(
    () => ({
      config,
      network: networks[config.chainId],
      client: chainClient(config),
      api: callApi,
      lab: { oclId, labId: BigInt(labId), name },
      wallet,
    }),
    [config, oclId, labId, name, wallet],
  );
  const [draft, setDraft] = useState(() => keptDraft({ oclId, wallet }, subject));
  const [seen, setSeen] = useState<{ standing: TokenizationState | null; trouble: unknown }>({
    standing: null,
    trouble: null,
  });
  const [isLooking, setLooking] = useState(true);
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const [isActing, setActing] = useState(false);
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn looks again
  useEffect(() => {
    let current = true;
    setLooking(true);
    look(context, draft)
      .then(
        (standing) => current && setSeen({ standing, trouble: null }),
        (trouble: unknown) => current && setSeen((before) => ({ ...before, trouble })),
      )
      .finally(() => current && setLooking(false));
    return () => {
      current = false;
    };
  }, [context, draft, turn]);

  const change = useCallback(
    (next: Draft | null) => {
      if (next) keepDraft({ oclId, wallet }, next);
      else dropDraft({ oclId, wallet }, subject);
      setFailure(null);
      setDraft(next);
    },
    [oclId, wallet, subject],
  );

  async function act(action: () => Promise<Draft | null>) {
    setActing(true);
    setFailure(null);
    try {
      change(await action());
    } catch (error) {
      setFailure(explainRefusal(error));
    } finally {
      setActing(false);
    }
  }

  const lookAgain = useCallback(() => setTurn((before) => before + 1), []);
  return { context, draft, ...seen, isLooking, failure, isActing, act, change, lookAgain };
}
