'use client';
import { useCallback, useMemo, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { callApi } from '#lib/api/browser.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import type { Draft } from '#lib/tokenize/draft.ts';
import { type DraftSubject, dropDraft, keepDraft, keptDraft } from '#lib/tokenize/draft-store.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import type { TokenizationContext } from '#lib/tokenize/tokenization-context.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import type { LabOfToken } from './lab-of-token.ts';

/** A draft, and its state as read from the chain and the service. */
export interface TransactionActions<TokenizationState> {
  context: TokenizationContext;
  draft: Draft | null;
  /** The latest known state. It is kept while a newer one loads; `null` if it could not be read. */
  state: TokenizationState | null;
  /** Why the newest state could not be read. */
  loadError: unknown;
  isRefreshing: boolean;
  /** Why the user's last action failed. */
  failure: FailureText | null;
  isActing: boolean;
  /** Runs a user action. Its result becomes the draft; `null` removes the draft. */
  act(action: () => Promise<Draft | null>): Promise<void>;
  /** Replaces the draft. */
  change(draft: Draft | null): void;
  refresh(): void;
}

interface TokenizationInput<TokenizationState> {
  lab: LabOfToken;
  /** Lowercase. */
  wallet: `0x${string}`;
  subject: DraftSubject;
  readState: (context: TokenizationContext, draft: Draft | null) => Promise<TokenizationState>;
}

/** Stores one draft per lab and wallet in this browser, and reads its state after every change. */
export function useTokenization<TokenizationState>({
  lab,
  wallet,
  subject,
  readState,
}: TokenizationInput<TokenizationState>): TransactionActions<TokenizationState> {
  const config = usePublicConfig();
  const { oclId, labId, name } = lab;
  const context = useMemo<TokenizationContext>(
    () => ({
      config,
      network: config.network,
      client: chainClient(config),
      api: callApi,
      lab: { oclId, labId: BigInt(labId), name },
      wallet,
    }),
    [config, oclId, labId, name, wallet],
  );
  const [draft, setDraft] = useState(() => keptDraft({ oclId, wallet }, subject));
  const seen = useRead({
    key: ['tokenization', oclId, wallet, subject, JSON.stringify(draft)],
    // A failure is a result, so that it stays visible while it is read again.
    read: () =>
      readState(context, draft).then(
        (state) => ({ state, loadError: null }),
        (loadError: unknown) => ({ state: null, loadError }),
      ),
    keepsPrevious: true,
  });

  const keep = useCallback(
    (next: Draft | null) => {
      if (next) keepDraft({ oclId, wallet }, next);
      else dropDraft({ oclId, wallet }, subject);
      setDraft(next);
    },
    [oclId, wallet, subject],
  );
  const action = useAction(
    async (step: () => Promise<Draft | null>) => keep(await step()),
    explainTokenizationError,
  );
  const { run: act, isRunning: isActing, failure, reset } = action;
  const change = useCallback(
    (next: Draft | null) => {
      reset();
      keep(next);
    },
    [reset, keep],
  );

  const { data, isReading: isRefreshing, readAgain: refresh } = seen;
  const { state = null, loadError = null } = data ?? {};
  return { context, draft, state, loadError, isRefreshing, failure, isActing, act, change, refresh };
}
