'use client';
import { useEffect, useState } from 'react';
import type { HoldableToken } from '#lib/access/holdable-token.ts';
import { callApi } from '#lib/api/browser.ts';
import { usePublicConfig } from '#lib/public-config.tsx';

const byLab = new Map<string, Promise<HoldableToken | null>>();

/**
 * The lab's token: `null` if it has none or it cannot be read, `undefined` while loading or not wanted. A token that
 * was found is cached until the page closes, because a token is permanent. "None" and failures are not cached.
 */
export function useHoldableToken(oclId: string, isWanted = true): HoldableToken | null | undefined {
  const config = usePublicConfig();
  const [known, setKnown] = useState<{ oclId: string; token: HoldableToken | null }>();
  useEffect(() => {
    if (!isWanted) return;
    let current = true;
    const answer = byLab.get(oclId) ?? load();
    byLab.set(oclId, answer);
    async function load() {
      const [{ loadHoldableToken }, { chainClient }] = await Promise.all([
        import('#lib/access/holdable-token.ts'),
        import('#lib/wallet/chain.ts'),
      ]);
      return loadHoldableToken(callApi, chainClient(config), oclId);
    }
    answer
      .catch(() => null)
      .then((token) => {
        if (!token && byLab.get(oclId) === answer) byLab.delete(oclId);
        if (current) setKnown({ oclId, token });
      });
    return () => {
      current = false;
    };
  }, [config, oclId, isWanted]);
  return known?.oclId === oclId ? known.token : undefined;
}

/** Whether conditions may refer to a token. */
export const mayNameToken = (conditions = '') => conditions.includes('balanceOf');
