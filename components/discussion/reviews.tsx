'use client';
import {
  FileReviewsDocument,
  type FileReviewsQuery,
  RequestReviewDocument,
  ReviewFileVersionDocument,
} from '@labroom/client/documents';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import type { MyRole } from '../core/labs/use-my-role.ts';
import { Person } from '../core/people/person.tsx';
import { PersonName } from '../core/people/person-name.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Time } from '../ui/time.tsx';
import type { Discussed, DiscussedFile } from './discussed.ts';

interface ReviewsProps {
  discussed: Discussed & { file: DiscussedFile };
  me: MyRole;
}

type Review = FileReviewsQuery['fileReviews'][number];

/** The API takes no more. */
const MOST_REVIEWERS = 20;

/** Who wants versions of the file reviewed, who has reviewed them, and what the reader can do about the version shown. */
export function Reviews({ discussed, me }: ReviewsProps) {
  const { oclId, file } = discussed;
  const { data, failure, reload } = useApiQuery(FileReviewsDocument, { oclId, ref: file.ref });
  const [isAsking, setAsking] = useState(false);
  const review = useApiMutation(ReviewFileVersionDocument);
  const subject = { oclId, ref: file.ref, version: file.version };
  const reviewing = useAction(async () => {
    await review(subject);
    reload();
  });
  const reviews = data?.fileReviews ?? [];
  const wallet = me.identity.kind === 'signed-in' ? me.identity.address : null;
  const isSecret = file.encrypted.includes(file.version);
  // Who can open an encrypted version may review it, with a role or without.
  const offers = (operation: 'reviewFileVersion' | 'requestReview') =>
    wallet !== null && (isSecret || me.offers(operation));
  const offersAny = offers('reviewFileVersion') || offers('requestReview');
  const own = reviews.some(
    (one) => one.state === 'REVIEWED' && one.wallet === wallet && one.version === file.version,
  );
  if (reviews.length === 0 && !offersAny)
    return <FailureNotice failure={failure && explainFailure(failure)} />;
  return (
    <section aria-label="Reviews" className="flex flex-col gap-3 text-sm">
      {reviews.length > 0 && (
        <ul className="flex flex-col gap-2">
          {reviews.map((one) => (
            <ReviewRow key={`${one.state} ${one.version} ${one.wallet}`} review={one} reviews={reviews} />
          ))}
        </ul>
      )}
      <FailureNotice failure={failure && explainFailure(failure)} />
      {offersAny && !isAsking && (
        <div className="flex flex-wrap gap-2">
          {!own && offers('reviewFileVersion') && (
            <Button size="sm" busy={reviewing.isRunning} onClick={() => void reviewing.run()}>
              Mark version {file.version} as reviewed
            </Button>
          )}
          {offers('requestReview') && (
            <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
              Ask for a review…
            </Button>
          )}
        </div>
      )}
      <FailureNotice failure={reviewing.failure} />
      {isAsking && (
        <AskForReview
          subject={subject}
          members={me.members.map(({ walletAddress }) => walletAddress).filter((one) => one !== wallet)}
          onClose={() => setAsking(false)}
          onAsked={() => {
            setAsking(false);
            reload();
          }}
        />
      )}
    </section>
  );
}

function ReviewRow({ review, reviews }: { review: Review; reviews: readonly Review[] }) {
  const { state, version, wallet, reviewers, at } = review;
  const isDone =
    state === 'WANTED' &&
    reviews.some(
      (one) =>
        one.state === 'REVIEWED' &&
        one.version === version &&
        (reviewers.length === 0 || reviewers.includes(one.wallet)),
    );
  const Icon = state === 'REVIEWED' || isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-start gap-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${state === 'REVIEWED' || isDone ? 'text-good' : 'text-warn'}`}
      />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Person value={wallet} />
        {state === 'REVIEWED' ? 'reviewed' : isDone ? 'wanted a review of' : 'wants a review of'} version{' '}
        {version}
        {reviewers.length > 0 && (
          <>
            by
            {reviewers.map((one) => (
              <Person key={one} value={one} />
            ))}
          </>
        )}
        <Time value={at} className="text-ink2" />
      </span>
    </li>
  );
}

interface AskForReviewProps {
  subject: { oclId: string; ref: string; version: number };
  members: readonly string[];
  onClose: () => void;
  onAsked: () => void;
}

function AskForReview({ subject, members, onClose, onAsked }: AskForReviewProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const request = useApiMutation(RequestReviewDocument);
  const asking = useAction(async () => {
    await request({ ...subject, reviewers: [...chosen] });
    onAsked();
  });
  return (
    <fieldset className="flex flex-col gap-3 border-l-3 border-acc bg-wash px-4 py-3">
      <legend className="sr-only">Ask for a review</legend>
      <p>
        Who should review version {subject.version}? Without a choice, everyone who may open it is asked, and
        nobody gets a notice.
      </p>
      <div className="flex max-h-48 flex-col gap-1 overflow-y-auto">
        {members.map((wallet) => (
          <Checkbox
            key={wallet}
            label={<PersonName value={wallet} />}
            checked={chosen.includes(wallet)}
            disabled={!chosen.includes(wallet) && chosen.length >= MOST_REVIEWERS}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, wallet] : chosen.filter((one) => one !== wallet))
            }
          />
        ))}
      </div>
      <FailureNotice failure={asking.failure} />
      <div className="flex gap-2">
        <Button size="sm" variant="primary" busy={asking.isRunning} onClick={() => void asking.run()}>
          Ask for a review
        </Button>
        <Button size="sm" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
