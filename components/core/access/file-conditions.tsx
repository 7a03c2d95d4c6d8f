'use client';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { describeConditions } from '@labroom/protocol/describe-conditions';
import { mayNameToken } from '#lib/access/holdable-token.ts';
import { useDataRoom } from '../data-room/data-room-context.tsx';
import { useHoldableToken } from './use-holdable-token.ts';

interface FileConditionsProps {
  version: FileVersion;
  /** Shows only the description, without the contract calls. */
  brief?: boolean;
}

/** Describes who can open a version, with the exact contract call of each condition. */
export function FileConditions({ version, brief = false }: FileConditionsProps) {
  const { lab, network, firstFile } = useDataRoom();
  const conditions = version.encryption?.accessControlConditions;
  const token = useHoldableToken(lab.oclId, mayNameToken(conditions), firstFile?.token);
  if (conditions === undefined) return 'Everyone';
  const words = describeConditions(conditions, { ...lab, token }, network);
  if (!words) return 'The conditions cannot be shown here. The service applies them.';
  return (
    <ul className="flex flex-col gap-1">
      {words.map(({ operator, sentence, call, contractAddress }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
        <li key={index}>
          {operator && <span className="text-ink2">{operator} </span>}
          {sentence}
          {!brief && (
            <details>
              <summary className="text-ink2">The exact condition</summary>
              <p className="mt-1 font-mono break-all">
                {call} <span className="font-sans text-ink2">at</span> {contractAddress}
              </p>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
