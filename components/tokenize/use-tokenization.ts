'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { networks } from '#contracts/networks.ts';
import { callApi } from '#lib/api/browser.ts';
import { usePublicConfig } from '#lib/public-config.tsx';
import type { Draft } from '#lib/tokenize/draft.ts';
import { type DraftSubject, dropDraft, keepDraft, keptDraft } from '#lib/tokenize/draft-store.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import type { TokenizationContext } from '#lib/tokenize/tokenization-context.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import type { LabOfToken } from './lab-of-token.ts';

/** A draft, and where it stands by what chain and service say. */
export interface TransactionActions<TokenizationState> {
  context: TokenizationContext;
  draft: Draft | null;
  /** The newest answer; an older one until there is another. */
  state: TokenizationState | null;
  /** Why there is no newer one. */
  loadError: unknown;
  isRefreshing: boolean;
  /** What the person's own action came to, where it failed. */
  failure: FailureText | null;
  isActing: boolean;
  /** Does something that the person asked for; gives the draft that follows, `null`: none any more. */
  act(action: () => Promise<Draft | null>): Promise<void>;
  /** Puts another draft in the place of this one. */
  change(draft: Draft | null): void;
  refresh(): void;
}

interface TokenizationInput<TokenizationState> {
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
}: TokenizationInput<TokenizationState>): TransactionActions<TokenizationState> {
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
  const [seen, setSeen] = useState<{ state: TokenizationState | null; loadError: unknown }>({
    state: null,
    loadError: null,
  });
  const [isRefreshing, setRefreshing] = useState(true);
  const [failure, setFailure] = useState<FailureText | null>(null);
  const [isActing, setActing] = useState(false);
  const [reloads, setReloads] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count reads the state again
  useEffect(() => {
    let current = true;
    setRefreshing(true);
    look(context, draft)
      .then(
        (state) => current && setSeen({ state, loadError: null }),
        (loadError: unknown) => current && setSeen((before) => ({ ...before, loadError })),
      )
      .finally(() => current && setRefreshing(false));
    return () => {
      current = false;
    };
  }, [context, draft, reloads]);

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
      setFailure(explainTokenizationError(error));
    } finally {
      setActing(false);
    }
  }

  const refresh = useCallback(() => setReloads((before) => before + 1), []);
  return { context, draft, ...seen, isRefreshing, failure, isActing, act, change, refresh };
}
