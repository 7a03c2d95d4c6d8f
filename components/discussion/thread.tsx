'use client';
import { readComment } from '@labroom/client/comments/comments-api';
import { AddCommentDocument, ResolveThreadDocument, ThreadCommentsDocument } from '@labroom/client/documents';
import type { Anchor } from '@labroom/protocol/comment';
import { CircleCheck, Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { anchorText } from '#lib/discussion/anchors.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import type { MyRole } from '../core/labs/use-my-role.ts';
import { Person } from '../core/people/person.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { Comment } from './comment.tsx';
import { Composer } from './composer.tsx';
import { type CommentData, type Discussed, keyringOf, sentComment, type ThreadData } from './discussed.ts';
import { useNewIds } from './use-new-ids.ts';

interface ThreadProps {
  thread: ThreadData;
  discussed: Discussed;
  me: MyRole;
  onShow?: ((anchor: Anchor, version: number | null) => void) | undefined;
  onChanged: () => void;
}

/** Comments that one request returns. */
const PER_PAGE = 50;

/** One discussion with its comments. Encrypted ones are decrypted here. */
export function Thread({ thread, discussed, me, onShow, onChanged }: ThreadProps) {
  const { words, isReading, failure, readAgain } = useWords(thread, discussed, thread.comments);
  const [first] = thread.comments;
  const anchor = thread.anchor ?? (first && words?.get(first.id)?.anchor) ?? null;
  const isReadable = thread.canRead === true;
  const isSignedIn = me.identity.kind === 'signed-in';
  const isSecret = thread.version !== null && !!discussed.file?.encrypted.includes(thread.version);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (window.location.hash === `#${thread.id}`) item.current?.scrollIntoView({ block: 'center' });
  }, [thread.id]);
  return (
    <li
      id={thread.id}
      ref={item}
      className="flex scroll-mt-4 flex-col gap-3 border-t border-line py-4 target:border-acc"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink2">
        {thread.version !== null && <span className="tabular">Version {thread.version}</span>}
        {anchor &&
          (onShow ? (
            <button
              type="button"
              className="rounded text-acc underline underline-offset-2 touch:py-2.5"
              onClick={() => onShow(anchor, thread.version)}
            >
              {anchorText(anchor)}
            </button>
          ) : (
            <span>{anchorText(anchor)}</span>
          ))}
        {thread.resolvedAt && (
          <>
            <Badge tone="good" icon={<CircleCheck aria-hidden />}>
              Resolved
            </Badge>
            {thread.resolvedBy && <Person value={thread.resolvedBy} />}
          </>
        )}
      </div>
      {!isReadable && <Unreadable thread={thread} isSignedIn={isSignedIn} />}
      {failure && <FailureNotice failure={failure} onRetry={readAgain} />}
      {isReadable && (
        <ol className="flex flex-col gap-4">
          {thread.comments.map((comment) => (
            <Comment
              key={comment.id}
              comment={comment}
              body={bodyOf(comment, words)}
              isReading={isReading}
              anchor={words?.get(comment.id)?.anchor ?? null}
              thread={thread}
              discussed={discussed}
              me={me}
              onChanged={onChanged}
            />
          ))}
        </ol>
      )}
      {isReadable && thread.comments.length === PER_PAGE && (
        <LaterComments {...{ thread, discussed, me, onChanged }} page={1} />
      )}
      {isReadable && isSignedIn && (isSecret || me.offers('addComment')) && (
        <Answer {...{ thread, discussed, me, onChanged, isSecret }} isOpen={!thread.resolvedAt} />
      )}
    </li>
  );
}

type Words = ReadonlyMap<string, { body: string; anchor: Anchor | null }>;

/** What encrypted comments say, by id. */
function useWords(thread: ThreadData, { oclId, file }: Discussed, comments: readonly CommentData[]) {
  const sealed = comments.filter(({ ciphertext }) => ciphertext !== null);
  const { data, failure, isReading, readAgain } = useRead({
    key: ['comments', thread.id, ...sealed.map(({ id, ciphertext }) => `${id} ${ciphertext}`)],
    pause: sealed.length === 0 || !file || thread.version === null,
    keepsPrevious: true,
    read: async (): Promise<Words> => {
      const keyring = await keyringOf(oclId, file?.path ?? '', thread.version ?? 0);
      const read = await Promise.all(
        sealed.map(async (comment) => [comment.id, await readComment(keyring, thread.id, comment)] as const),
      );
      return new Map(read.flatMap(([id, words]) => (words ? [[id, words]] : [])));
    },
  });
  return { words: data, isReading, failure, readAgain };
}

/** Whether the operator hides the words from this reader: members of the lab get them. */
const isHiddenHere = ({ isHidden, body, ciphertext }: CommentData) =>
  isHidden && body === null && ciphertext === null;

/** `undefined` while it is being decrypted, and where that was not possible. */
function bodyOf(comment: CommentData, words: Words | undefined): string | null | undefined {
  if (comment.deletedAt !== null || isHiddenHere(comment)) return null;
  return comment.body ?? words?.get(comment.id)?.body;
}

function Unreadable({ thread, isSignedIn }: { thread: ThreadData; isSignedIn: boolean }) {
  const count = thread.commentCount === 1 ? '1 comment' : `${thread.commentCount} comments`;
  const authors = [...new Set(thread.comments.map(({ author }) => author))];
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="flex items-center gap-2">
        <Lock aria-hidden className="size-4 shrink-0 text-ink2" />
        {thread.canRead === null
          ? `${count}. Whether you may read them could not be checked.`
          : `${count}, for those who may open this version.`}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink2">
        By
        {authors.slice(0, 5).map((author) => (
          <Person key={author} value={author} />
        ))}
        {authors.length > 5 && `and ${authors.length - 5} more`}
      </p>
      {!isSignedIn && <p className="text-ink2">Sign in to read them if you may open the file.</p>}
    </div>
  );
}

interface AnswerProps extends Pick<ThreadProps, 'thread' | 'discussed' | 'me' | 'onChanged'> {
  isOpen: boolean;
  isSecret: boolean;
}

function Answer({ thread, discussed, me, onChanged, isOpen, isSecret }: AnswerProps) {
  const { oclId } = discussed;
  const [isWriting, setWriting] = useState(false);
  const add = useApiMutation(AddCommentDocument);
  const resolve = useApiMutation(ResolveThreadDocument);
  const ids = useNewIds();
  const resolving = useAction(async () => {
    await resolve({ oclId, id: thread.id, resolved: isOpen });
    onChanged();
  });
  async function answer(body: string) {
    const author = me.identity.kind === 'signed-in' ? me.identity.address : '';
    const comment = await ids.once(body, (_, commentId) =>
      sentComment(discussed, thread.version, { threadId: thread.id, commentId, author, body, anchor: null }),
    );
    await add({ oclId, threadId: thread.id, comment });
    ids.renew();
    setWriting(false);
    onChanged();
  }
  if (isWriting) {
    return (
      <Composer
        label="Answer"
        submit="Answer"
        rows={2}
        draftKey={`${oclId}.${thread.id}`}
        isSecret={isSecret}
        members={me.members.map(({ walletAddress }) => walletAddress)}
        onSubmit={answer}
        onCancel={() => setWriting(false)}
      />
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="sm" onClick={() => setWriting(true)}>
        Answer
      </Button>
      <Button size="sm" variant="quiet" busy={resolving.isRunning} onClick={() => void resolving.run()}>
        {isOpen ? 'Resolve' : 'Reopen'}
      </Button>
      <FailureNotice failure={resolving.failure} />
    </div>
  );
}

/** Comments after the first page of a discussion, on demand. */
function LaterComments({
  page,
  ...props
}: Pick<ThreadProps, 'thread' | 'discussed' | 'me' | 'onChanged'> & { page: number }) {
  const { thread, discussed, me, onChanged } = props;
  const [isOpen, setOpen] = useState(false);
  const { data, failure, reload } = useApiQuery(
    ThreadCommentsDocument,
    { oclId: discussed.oclId, id: thread.id, page },
    { pause: !isOpen },
  );
  const comments = data?.thread?.comments ?? [];
  const { words, isReading, failure: unread, readAgain } = useWords(thread, discussed, comments);
  if (!isOpen) {
    return (
      <div>
        <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
          Later comments
        </Button>
      </div>
    );
  }
  if (!data) {
    return failure ? (
      <FailureNotice failure={explainFailure(failure)} onRetry={reload} />
    ) : (
      <Loading label="Loading comments" className="h-16 w-full" />
    );
  }
  return (
    <>
      <FailureNotice failure={unread} onRetry={readAgain} />
      <ol className="flex flex-col gap-4">
        {comments.map((comment) => (
          <Comment
            key={comment.id}
            comment={comment}
            body={bodyOf(comment, words)}
            anchor={null}
            {...{ isReading, thread, discussed, me, onChanged }}
          />
        ))}
      </ol>
      {comments.length === PER_PAGE && <LaterComments {...props} page={page + 1} />}
    </>
  );
}
