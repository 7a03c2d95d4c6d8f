'use client';
import { describeConditions } from '@labroom/protocol/describe-conditions';
import { parseConditions } from '@labroom/protocol/parse-conditions';
import { mayNameToken } from '#lib/access/holdable-token.ts';
import { type Answer, tryConditions } from '#lib/access/try-conditions.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useReads } from '#lib/reading/use-reads.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import { AnswerIcon } from '../../core/access/answer-icon.tsx';
import { useHoldableToken } from '../../core/access/use-holdable-token.ts';
import type { ConditionGroup } from './condition-groups.ts';

interface OpenedFilesProps {
  lab: { oclId: string; name: string };
  /** Lowercase. */
  wallet: string;
  /** Its role, or `null`: after a change the chain is asked again. */
  role: string | null;
  groups: readonly ConditionGroup[];
}

const answers: Record<Answer, string> = {
  yes: 'It opens them now.',
  no: 'It does not open them now.',
  unknown: 'The chain could not be read.',
};
const shownPaths = 3;

/** The encrypted files of a room by their conditions, and whether a wallet meets them at the newest block. */
export function OpenedFiles({ lab, wallet, role, groups }: OpenedFilesProps) {
  const config = usePublicConfig();
  const chain = chainClient(config);
  const token = useHoldableToken(
    lab.oclId,
    groups.some(({ conditions }) => mayNameToken(conditions)),
  );
  const found = useReads(
    groups.map(({ conditions }) => ({
      key: ['member opens', lab.oclId, wallet, role ?? '', conditions],
      read: async (): Promise<Answer> => {
        const parsed = parseConditions(conditions);
        // Conditions that cannot be read here say nothing about the wallet.
        return parsed ? tryConditions(chain, parsed, wallet).catch(() => 'unknown') : 'unknown';
      },
    })),
  );
  return (
    <ul
      aria-label="Encrypted files by their conditions"
      className="divide-y divide-line border-y border-line"
    >
      {groups.map(({ conditions, paths }, index) => {
        const answer = found[index];
        const words = describeConditions(conditions, { ...lab, token }, config.network);
        const more = paths.length - shownPaths;
        return (
          <li key={conditions} className="flex gap-3 py-3">
            <span className="mt-0.5">
              <AnswerIcon answer={answer} />
            </span>
            <div className="min-w-0 flex-1">
              <p>
                <span className="tabular">
                  {paths.length} {paths.length === 1 ? 'file' : 'files'}
                </span>
                {': '}
                {words
                  ? words
                      .map(({ operator, sentence }) => [operator, sentence].filter(Boolean).join(' '))
                      .join(', ')
                  : 'by conditions that cannot be shown here'}
              </p>
              <p className="break-words text-ink2">
                {paths.slice(0, shownPaths).join(', ')}
                {more > 0 && ` and ${more} more`}
              </p>
              <p role="status" className={answer === 'yes' ? 'text-good' : 'text-ink2'}>
                {answer ? answers[answer] : 'Asking the chain…'}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
