'use client';
import { experimental_streamedQuery as streamedQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/browser.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import type { Check } from '#lib/tokenize/check.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import { type FoundLab, findTokenizedLab } from '#lib/tokenize/find-tokenized-lab.ts';
import { verifyTokenization } from '#lib/tokenize/verify-tokenization.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { CheckResults } from './check-results.tsx';

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
      <CheckResults
        checks={checks}
        isOver={isOver}
        failure={failure}
        again={
          <Button size="sm" onClick={lab ? run.readAgain : search.readAgain}>
            Check again
          </Button>
        }
      />
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
