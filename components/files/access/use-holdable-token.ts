'use client';
import { useEffect, useState } from 'react';
import type { HoldableToken } from '#lib/access/holdable-token.ts';
import { callApi } from '#lib/api/browser.ts';
import { usePublicConfig } from '#lib/public-config.tsx';

const byLab = new Map<string, Promise<HoldableToken | null>>();

/**
 * The lab's token: `null` where it has none or it cannot be read, `undefined` while it is looked up or not wanted. One
 * answer serves the page's life, as a token once made stays; "none" and failures are asked about again.
 */
export function useHoldableToken(oclId: string, isWanted = true): HoldableToken | null | undefined {
  const config = usePublicConfig();
  const [known, setKnown] = useState<{ oclId: string; token: HoldableToken | null }>();
  useEffect(() => {
    if (!isWanted) return;
    let current = true;
    const answer = byLab.get(oclId) ?? look();
    byLab.set(oclId, answer);
    async function look() {
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

/** Whether conditions may be about a token, so that it is worth looking up. */
export const mayNameToken = (conditions = '') => conditions.includes('balanceOf');
