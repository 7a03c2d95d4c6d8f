'use client';
import { experimental_streamedQuery as streamedQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/browser.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { usePublicConfig } from '#lib/public-config.tsx';
import type { Check, CheckName } from '#lib/tokenize/check.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import { type FoundLab, findTokenizedLab } from '#lib/tokenize/find-tokenized-lab.ts';
import { verifyTokenization } from '#lib/tokenize/verify-tokenization.ts';
import { useRead } from '#lib/use-read.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { type StepState, Steps } from '../ui/steps.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { CheckDetail } from './check-detail.tsx';

const titles: [CheckName, string][] = [
  ['token', 'The token is the lab’s'],
  ['agreement', 'The agreement is unchanged'],
  ['terms', 'The terms name the agreement'],
  ['acceptance', 'The terms were accepted with the token'],
  ['signature', 'The signature is the holder’s'],
];

/** Runs all checks in this browser, one after the other. */
export function Checks({ subject, storageUrl }: { subject: string; storageUrl: string }) {
  const config = usePublicConfig();
  const network = config.network;
  const sources = { client: chainClient(config), network, api: callApi, storageUrl };
  const search = useRead({
    key: ['tokenized lab', subject],
    read: () => findTokenizedLab(sources, subject),
    explain: explainTokenizationError,
  });
  const lab = search.data;
  const run = useRead({
    key: ['checks', lab?.oclId ?? '', storageUrl],
    read: streamedQuery<Check>({ streamFn: () => verifyTokenization(sources, lab as FoundLab) }),
    pause: !lab,
    explain: explainTokenizationError,
  });
  const { data: checks = [] } = run;
  const failure = search.failure ?? run.failure;
  const isOver = !search.isReading && !run.isReading;
  if (lab === null) {
    return (
      <ErrorState title="Lab not found.">
        <p>
          Enter the short name, oclId or number of a lab, or the address of a token that was created for it.
          If the lab attached an existing token, enter the lab.
        </p>
      </ErrorState>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      {isOver && !failure && <Verdict checks={checks} />}
      <Steps
        label="Checks"
        steps={titles.map(([name, title], position) => {
          const check = checks.find((one) => one.name === name);
          return {
            title,
            state: stateOf(check, !isOver && position === checks.length),
            ...(check && { detail: <CheckDetail check={check} /> }),
          };
        })}
      />
      {failure && (
        <ErrorState
          title={failure.title}
          requestId={failure.requestId}
          action={
            <Button size="sm" onClick={lab ? run.readAgain : search.readAgain}>
              Check again
            </Button>
          }
        >
          {failure.advice}
        </ErrorState>
      )}
      {lab && (
        <p className="text-sm">
          <TextLink href={labPath(lab.oclId, 'tokenize')}>
            The token on the pages of Lab #{String(lab.labId)}
          </TextLink>
        </p>
      )}
    </div>
  );
}

function stateOf(check: Check | undefined, isUnderWay: boolean): StepState {
  if (!check) return isUnderWay ? 'active' : 'waiting';
  return ({ holds: 'done', fails: 'failed', unknown: 'waiting' } as const)[check.result];
}

/** Summary of all checks in one sentence. */
function Verdict({ checks }: { checks: readonly Check[] }) {
  if (checks.some(({ result }) => result === 'fails')) {
    const [first] = checks.filter(({ result }) => result === 'fails');
    return <ErrorState title="The checks could not run.">{first?.says}</ErrorState>;
  }
  if (checks.length === titles.length && checks.every(({ result }) => result === 'holds')) {
    return (
      <Notice kind="success">
        All checks passed: token, agreement, terms and signature belong together.
      </Notice>
    );
  }
  return (
    <Notice kind="warning">Everything that could be checked is correct. Some checks could not run.</Notice>
  );
}
