'use client';
import type { MemberFieldsFragment } from '@labroom/client/documents';
import { useState } from 'react';
import { AddressInput } from '#components/core/people/address-input.tsx';
import { Person } from '#components/core/people/person.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { Answer } from '#lib/access/try-conditions.ts';
import { checkAddress } from '#lib/wallet/check-address.ts';
import { AnswerIcon } from '../../core/access/answer-icon.tsx';
import type { Trial } from './use-trial.ts';

interface WhoOpensProps {
  trial: Trial;
  uploader: string;
  members: readonly MemberFieldsFragment[];
  /** The list of members could not be loaded from the service or the chain. */
  isIncomplete: boolean;
  /** Addresses entered by the user. */
  typed: readonly string[];
  onType: (address: string) => void;
  /** Id of the element that explains why uploading is not possible. */
  obstacleId: string;
}

/** Shows who could open the file now, under conditions that are not saved yet. */
export function WhoOpens(props: WhoOpensProps) {
  const { trial, uploader, members, isIncomplete, typed, onType, obstacleId } = props;
  const people = listPeople(uploader, members, typed);
  const isAsking = people.some(({ wallet }) => !trial.answers[wallet]);
  const yes = people.filter(({ wallet }) => trial.answers[wallet] === 'yes').length;
  const isRefused = trial.obstacle !== null && (trial.canRetry || trial.soundness?.kind === 'faulty');
  return (
    <section aria-labelledby={`${obstacleId}-title`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={`${obstacleId}-title`} className="text-sm font-medium">
          Who can open it today
        </h3>
        <p role="status" className="tabular text-sm text-ink2">
          {isAsking ? 'Checking the conditions on the chain…' : `${yes} of ${people.length} can`}
        </p>
      </div>
      {isRefused && (
        <div id={obstacleId} role="alert">
          <Notice kind="warning" action={trial.canRetry && <Button onClick={trial.retry}>Try again</Button>}>
            <span className="break-words">{trial.obstacle} Choose another access.</span>
          </Notice>
        </div>
      )}
      <ul
        aria-label="Who can open it today"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-48 divide-y divide-line overflow-y-auto rounded border border-line text-sm"
      >
        {people.map(({ wallet, role }) => (
          <li key={wallet} className="flex items-center gap-3 px-3 py-1.5">
            <AnswerIcon answer={trial.answers[wallet]} />
            <span className="min-w-0 flex-1 truncate">
              <Person value={wallet} /> <span className="text-ink2">{role}</span>
            </span>
            <span className={trial.answers[wallet] === 'yes' ? 'text-good' : undefined}>
              {answerText(trial.answers[wallet])}
            </span>
          </li>
        ))}
      </ul>
      {isIncomplete && <p className="text-sm text-ink2">The members of the lab are not loaded.</p>}
      <AddressToTry onType={onType} />
    </section>
  );
}

/** Form to check one more wallet. */
function AddressToTry({ onType }: { onType: (address: string) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  function submit() {
    const address = checkAddress(text);
    if (typeof address === 'object') return setError(address.error);
    setError(null);
    setText('');
    onType(address.toLowerCase());
  }
  return (
    <Field label="Try another address" error={error}>
      {(control) => (
        <div className="flex items-start gap-2">
          <AddressInput
            {...control}
            value={text}
            onValue={setText}
            onKeyDown={(event) => event.key === 'Enter' && submit()}
          />
          <Button disabled={text.trim() === ''} onClick={submit}>
            Try
          </Button>
        </div>
      )}
    </Field>
  );
}

interface PersonToAsk {
  wallet: string;
  role: string;
}

/** The uploader, then the members, then the entered addresses, without duplicates. */
function listPeople(
  uploader: string,
  members: readonly MemberFieldsFragment[],
  typed: readonly string[],
): PersonToAsk[] {
  const roles = new Map(members.map(({ walletAddress, role }) => [walletAddress, role.toLowerCase()]));
  const wallets = new Set([uploader, ...roles.keys(), ...typed]);
  return [...wallets].map((wallet) => ({
    wallet,
    role: roles.get(wallet) ?? (wallet === uploader ? '' : 'no role in this lab'),
  }));
}

function answerText(answer: Answer | undefined): string {
  if (!answer) return 'asking';
  return { yes: 'yes', no: 'no', unknown: 'could not be checked' }[answer];
}
