'use client';
import type { AccessLevel } from '@labroom/protocol/access-level';
import { conditionsForHolders, conditionsForTeam } from '@labroom/protocol/conditions';
import { formatAmount, parseAmount } from '@labroom/protocol/token-amount';
import { useState } from 'react';
import type { HoldableToken } from '#lib/access/holdable-token.ts';
import { holdersMinimum } from '#lib/access/holders-minimum.ts';
import type { ChosenAccess } from '#lib/upload/unfinished-drops.ts';
import type { UploadSettings } from '#lib/upload/upload-item.ts';
import { useDataRoom } from '../data-room/data-room-context.tsx';
import { useHoldableToken } from './use-holdable-token.ts';

export interface Access {
  level: AccessLevel;
  choose: (level: AccessLevel) => void;
  /** `undefined` while it is loading. */
  token: HoldableToken | null | undefined;
  /** The token amount that a holder needs, as typed. */
  minimum: string;
  setMinimum: (text: string) => void;
  minimumError: string | null;
  /** Access settings for the upload; `null` while the choice is incomplete. */
  settings: UploadSettings['access'] | null;
  /** The same for the team. */
  team: Exclude<UploadSettings['access'], { level: 'PUBLIC' }>;
}

/**
 * State of the access choice, and the conditions derived from it. Until the user chooses, it is as `remembered`, or else as
 * `before`, with the minimum of `formerConditions` (JSON).
 */
export function useAccess(
  before: string | undefined,
  remembered?: ChosenAccess,
  formerConditions?: string,
): Access {
  const { lab, network } = useDataRoom();
  const token = useHoldableToken(lab.oclId);
  const [chosen, choose] = useState<AccessLevel>();
  const [typed, setMinimum] = useState<string>();
  const former = formerConditions === undefined ? null : holdersMinimum(formerConditions);
  const minimum = typed ?? remembered?.minimum ?? (former ? typedAmount(former, token?.decimals) : '1');
  const usual = before === 'PUBLIC' || before === 'HOLDERS' ? before : 'ADMIN';
  const wanted = chosen ?? remembered?.level ?? usual;
  const level = wanted === 'HOLDERS' && token === null ? 'ADMIN' : wanted;
  const amount = readMinimum(minimum, token?.decimals);
  const minimumError = typeof amount === 'bigint' ? null : amount.error;
  const team = {
    level: 'ADMIN' as const,
    conditions: JSON.stringify(conditionsForTeam(lab.oclId, network)),
  };
  const common = { level, choose, token, minimum, setMinimum, minimumError, team };
  if (level === 'PUBLIC') return { ...common, settings: { level } };
  if (level === 'ADMIN') return { ...common, settings: team };
  if (!token || typeof amount !== 'bigint') return { ...common, settings: null };
  const conditions = conditionsForHolders(lab.oclId, network, token, amount);
  return { ...common, settings: { level, conditions: JSON.stringify(conditions) } };
}

/** An amount as it is typed, without signs that group digits. */
const typedAmount = (amount: bigint, decimals: number | undefined) =>
  formatAmount(amount, decimals).replaceAll(',', '');

function readMinimum(text: string, decimals: number | undefined): bigint | { error: string } {
  const amount = parseAmount(text, decimals);
  return amount === 0n
    ? {
        error: 'Enter an amount above 0. Everyone holds at least 0 tokens, so the file would be open to all.',
      }
    : amount;
}
