'use client';
import { CreateThreadDocument, ThreadsDocument } from '@labroom/client/documents';
import type { Anchor } from '@labroom/protocol/comment';
import { MessageSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { useIdentity } from '#lib/session/session-context.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import type { MyRole } from '../core/labs/use-my-role.ts';
import { SignInPrompt } from '../core/wallet/sign-in-prompt.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { AnchorField } from './anchor-field.tsx';
import { Composer } from './composer.tsx';
import { type Discussed, forgetKeyrings, sentComment } from './discussed.ts';
import { Reviews } from './reviews.tsx';
import { Thread } from './thread.tsx';
import { useNewIds } from './use-new-ids.ts';

interface DiscussionProps {
  discussed: Discussed;
  me: MyRole;
  /** The part of the file that a new discussion is about, as chosen in the preview. */
  anchor?: Anchor | null;
  onAnchor?: (anchor: Anchor | null) => void;
  /** Shows a part of the file. */
  onShow?: (anchor: Anchor, version: number | null) => void;
  onCount?: (comments: number) => void;
}

/** How often the discussions are read again, for what others write. */
const AGAIN_MS = 30_000;

/** The discussions of a file or a lab, and the form for a new one. */
export function Discussion({ discussed, me, anchor = null, onAnchor, onShow, onCount }: DiscussionProps) {
  const { oclId, file } = discussed;
  const [page, setPage] = useState(0);
  const { data, failure, isLoading, reload } = useApiQuery(
    ThreadsDocument,
    { oclId, ref: file?.ref ?? null, page },
    { requestPolicy: 'cache-and-network', poll: { everyMilliseconds: AGAIN_MS, isFinal: () => false } },
  );
  const found = data?.threads;
  const count = found?.commentCount;
  useEffect(() => {
    if (count !== undefined) onCount?.(count);
  }, [count, onCount]);
  const wallet = me.identity.kind === 'signed-in' ? me.identity.address : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys are of one wallet
  useEffect(() => forgetKeyrings, [wallet]);

  const open = found?.nodes.filter(({ resolvedAt }) => resolvedAt === null) ?? [];
  const resolved = found?.nodes.filter(({ resolvedAt }) => resolvedAt !== null) ?? [];
  const props = { discussed, me, onShow, onChanged: reload };
  return (
    <section aria-label="Discussion" id="discussion" className="flex flex-col gap-6">
      {file && <Reviews discussed={{ ...discussed, file }} me={me} />}
      <NewThread discussed={discussed} me={me} anchor={anchor} onAnchor={onAnchor} onBegun={reload} />
      {!found && isLoading && <Loading label="Loading the discussion" className="h-24 w-full" />}
      <FailureNotice failure={failure && explainFailure(failure)} onRetry={reload} />
      {found?.totalCount === 0 && (
        <EmptyState title="No comments yet." icon={<MessageSquare aria-hidden />}>
          {file
            ? 'Ask about a part of the file, or say what you checked.'
            : 'Talk about what concerns the whole lab. Comments on a file are on its page.'}
        </EmptyState>
      )}
      {open.length > 0 && (
        <ul className="flex flex-col">
          {open.map((thread) => (
            <Thread key={thread.id} thread={thread} {...props} />
          ))}
        </ul>
      )}
      {resolved.length > 0 && (
        <details open={window.location.hash !== '' && resolved.some(isInAddress)}>
          <summary className="text-sm text-ink2">
            {resolved.length === 1 ? '1 resolved discussion' : `${resolved.length} resolved discussions`}
          </summary>
          <ul className="flex flex-col">
            {resolved.map((thread) => (
              <Thread key={thread.id} thread={thread} {...props} />
            ))}
          </ul>
        </details>
      )}
      {found && (found.pageInfo.hasNextPage || page > 0) && (
        <div className="flex gap-2">
          {page > 0 && (
            <Button size="sm" onClick={() => setPage(page - 1)}>
              Newer
            </Button>
          )}
          {found.pageInfo.hasNextPage && (
            <Button size="sm" onClick={() => setPage(page + 1)}>
              Older
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

const isInAddress = ({ id }: { id: string }) => window.location.hash === `#${id}`;

interface NewThreadProps extends Pick<DiscussionProps, 'discussed' | 'me' | 'anchor' | 'onAnchor'> {
  onBegun: () => void;
}

function NewThread({ discussed, me, anchor = null, onAnchor, onBegun }: NewThreadProps) {
  const { oclId, file } = discussed;
  const identity = useIdentity();
  const create = useApiMutation(CreateThreadDocument);
  const ids = useNewIds();
  const [ownAnchor, setOwnAnchor] = useState<Anchor | null>(null);
  const shown = onAnchor ? anchor : ownAnchor;
  const setShown = onAnchor ?? setOwnAnchor;
  if (identity.kind !== 'signed-in') return <SignInPrompt purpose="to take part in the discussion" />;
  const isSecret = file?.encrypted.includes(file.version) ?? false;
  if (!isSecret && !me.offers('createThread')) {
    return <p className="text-sm text-ink2">Members of this lab can comment. Ask an owner for a role.</p>;
  }

  async function begin(body: string) {
    const version = file?.version ?? null;
    const { comment, id } = await ids.once(
      `${body} ${JSON.stringify(shown)}`,
      async (threadId, commentId) => ({
        id: threadId,
        comment: await sentComment(discussed, version, {
          threadId,
          commentId,
          author: me.identity.kind === 'signed-in' ? me.identity.address : '',
          body,
          anchor: shown,
        }),
      }),
    );
    await create({
      oclId,
      input: {
        id,
        ...(file && { ref: file.ref, version: file.version }),
        ...(shown && !isSecret && { anchor: shown }),
        comment,
      },
    });
    ids.renew();
    setShown(null);
    onBegun();
  }

  return (
    <Composer
      label={file ? `New discussion of version ${file.version}` : 'New discussion'}
      submit="Comment"
      draftKey={`${oclId}.${file?.ref ?? 'lab'}.new`}
      isSecret={isSecret}
      members={me.members.map(({ walletAddress }) => walletAddress)}
      onSubmit={begin}
    >
      {file && <AnchorField file={file} value={shown} onChange={setShown} />}
      {isSecret && (
        <p className="text-sm text-ink2">
          Encrypted in this browser, for those who may open the file. Everyone can see that you comment, and
          when.
        </p>
      )}
    </Composer>
  );
}
