'use client';
import type { MemberFieldsFragment } from '@labroom/client/documents';
import { useCallback, useRef, useState } from 'react';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import type { RoleChange, RoleGoal } from './role-change.ts';

interface RoleChangeControl {
  /** The active change, or the last one. */
  change: RoleChange | null;
  start: (transaction: Transaction, goal: RoleGoal, from: `0x${string}`, onSent: () => void) => void;
  /** Forgets the change. A transaction that was sent continues. */
  clear: () => void;
}

/** Follows one role change at a time. */
export function useRoleChange(
  oclId: `0x${string}`,
  onMembers: (members: MemberFieldsFragment[]) => void,
): RoleChangeControl {
  const config = usePublicConfig();
  const [change, setChange] = useState<RoleChange | null>(null);
  const run = useRef(0);

  const clear = useCallback(() => {
    run.current += 1;
    setChange(null);
  }, []);

  function start(transaction: Transaction, goal: RoleGoal, from: `0x${string}`, onSent: () => void) {
    run.current += 1;
    const mine = run.current;
    const progress = (part: Partial<RoleChange>) => {
      if (mine !== run.current) return;
      setChange((current) => current && { ...current, ...part });
      if (part.stage === 'sent') onSent();
    };
    setChange({ title: transaction.describe.title, goal, stage: 'checking' });
    import('./change-role.ts')
      .then(({ changeRole }) =>
        changeRole({ transaction, goal, oclId, from, config, onProgress: progress, onMembers }),
      )
      .catch(async (error: unknown) => {
        const { explainFailure } = await import('#lib/wallet/explain-failure.ts');
        progress({ failure: explainFailure(error) });
      });
  }

  return { change, start, clear };
}
