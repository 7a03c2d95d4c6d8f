'use client';
import { useEffect, useSyncExternalStore } from 'react';
import { Name } from '#components/ui/name.tsx';
import type { AccessJob, AccessJobSnapshot } from '#lib/access-change/access-job.ts';
import { onJob } from '#lib/access-change/job-signal.ts';
import { useIdentity } from '#lib/session/session-context.tsx';
import { closeJob, jobOf } from '../core/access-change/lab-job.ts';
import { SignInPrompt } from '../core/wallet/sign-in-prompt.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { shortHex } from '../ui/short-hex.ts';

interface AccessJobNoticeProps {
  oclId: string;
  onClose: () => void;
}

/** Progress of the access change of a lab, and how to continue one that was interrupted. */
export function AccessJobNotice({ oclId, onClose }: AccessJobNoticeProps) {
  const job = useSyncExternalStore(onJob, () => jobOf(oclId));
  return job && <Progress job={job} onClose={onClose} />;
}

function Progress({ job, onClose }: { job: AccessJob; onClose: () => void }) {
  const snapshot = useSyncExternalStore(job.subscribe, job.getSnapshot, job.getSnapshot);
  const identity = useIdentity();
  const { wallet } = job.task;
  const isTheirs = identity.kind === 'signed-in' && identity.address === wallet;
  const { state, done, total, failures, failure, ofOthers } = snapshot;
  useEffect(() => {
    if (!isTheirs) job.pause();
  }, [isTheirs, job]);

  function close() {
    closeJob(job);
    onClose();
  }

  return (
    <section
      aria-label="Change of access"
      className="flex flex-col gap-3 border-l-3 border-acc bg-wash px-4 py-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 font-medium">
          <span role="status">{headline(job, snapshot)}</span>{' '}
          <span className="font-normal text-ink2">
            · <Name>{job.task.labName}</Name>
          </span>{' '}
          {state !== 'ended' && total !== null && (
            <span className="tabular font-normal text-ink2">
              · {count(done + failures.length)} of {count(total)}
            </span>
          )}
        </p>
        {state === 'running' && (
          <Button size="sm" onClick={() => job.pause()}>
            Pause
          </Button>
        )}
        {state === 'paused' && isTheirs && (
          <Button size="sm" variant="primary" onClick={() => void job.run()}>
            Resume
          </Button>
        )}
        {state === 'ended' && failures.length > 0 && isTheirs && (
          <Button size="sm" variant="primary" onClick={() => void job.retryFailed()}>
            {failures.length === 1 ? 'Try again' : `Try ${failures.length} again`}
          </Button>
        )}
        {state !== 'running' && (
          <Button size="sm" variant={state === 'ended' ? 'secondary' : 'quiet'} onClick={close}>
            {state === 'ended' && failures.length === 0 ? 'Close' : 'Discard'}
          </Button>
        )}
      </div>
      {state !== 'ended' && total !== null && (
        <ProgressBar label="Change of access" value={done + failures.length} max={Math.max(1, total)} />
      )}
      {state === 'running' && (
        <p className="text-ink2">Keep this tab open. You can use the other pages of Labroom meanwhile.</p>
      )}
      {state === 'paused' && !isTheirs && (
        <>
          <SignInPrompt purpose={`as ${shortHex(wallet)} to continue`} />
          {identity.kind === 'signed-in' && (
            <p>{shortHex(wallet)} started it. Sign in with that wallet to continue.</p>
          )}
        </>
      )}
      {ofOthers > 0 && (
        <p>
          {ofOthers === 1 ? '1 version' : `${ofOthers} versions`} of other people stayed as{' '}
          {ofOthers === 1 ? 'it is' : 'they are'}: only owners and authors change them.
        </p>
      )}
      <FailureNotice failure={failure} />
      {failures.length > 0 && (
        <details open={failures.length <= 3}>
          <summary>
            {failures.length === 1 ? '1 was not changed' : `${failures.length} were not changed`}
          </summary>
          <ul className="mt-1 max-h-40 overflow-y-auto">
            {failures.slice(0, MOST_FAILURES).map(({ path, version, message }) => (
              <li key={`${path} ${version}`} className="break-words">
                <Name>{path}</Name>
                {version !== null && `, version ${version}`}: <span className="text-bad">{message}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const MOST_FAILURES = 100;

const count = (number: number) => number.toLocaleString('en');

function headline({ task }: AccessJob, { state, done, untouched }: AccessJobSnapshot): string {
  const isRenewal = task.kind === 'renewal';
  if (state === 'running') return isRenewal ? 'Renewing keys' : 'Changing who can open files';
  if (state === 'paused')
    return `${isRenewal ? 'The renewal of keys' : 'A change of access'} is not finished`;
  if (isRenewal) return done === 1 ? '1 key is renewed' : `${count(done)} keys are renewed`;
  const changed = done - untouched;
  return `The access of ${changed === 1 ? '1 file' : `${count(changed)} files`} is changed`;
}
