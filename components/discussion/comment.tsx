'use client';
import { DeleteCommentDocument, EditCommentDocument } from '@labroom/client/documents';
import type { Anchor } from '@labroom/protocol/comment';
import { Ellipsis, Flag, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import type { MyRole } from '../core/labs/use-my-role.ts';
import { HiddenNotice } from '../core/moderation/hidden-notice.tsx';
import { Person } from '../core/people/person.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { part } from '../ui/part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { CommentText } from './comment-text.tsx';
import { Composer } from './composer.tsx';
import { type CommentData, type Discussed, sentComment, type ThreadData } from './discussed.ts';

const ReportDialog = part(async () => (await import('../core/moderation/report-dialog.tsx')).ReportDialog);

interface CommentProps {
  comment: CommentData;
  /** `null`: deleted; `undefined`: not decrypted. */
  body: string | null | undefined;
  /** Whether encrypted comments are being decrypted. */
  isReading: boolean;
  /** The part of the file that it names, which an edit keeps. */
  anchor: Anchor | null;
  thread: ThreadData;
  discussed: Discussed;
  me: MyRole;
  onChanged: () => void;
}

/** One comment, and what its author and owners of the lab may do with it. */
export function Comment({
  comment,
  body,
  isReading,
  anchor,
  thread,
  discussed,
  me,
  onChanged,
}: CommentProps) {
  const { oclId, file } = discussed;
  const { id, author } = comment;
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isReporting, setReporting] = useState(false);
  const remove = useApiMutation(DeleteCommentDocument);
  const edit = useApiMutation(EditCommentDocument);
  const removing = useAction(async () => {
    await remove({ oclId, id });
    onChanged();
  });
  const isMine = me.identity.kind === 'signed-in' && me.identity.address === author;
  const isSecret = thread.version !== null && !!file?.encrypted.includes(thread.version);

  async function save(text: string) {
    const words = { threadId: thread.id, commentId: id, author, body: text, anchor };
    await edit({ oclId, comment: await sentComment(discussed, thread.version, words) });
    setEditing(false);
    onChanged();
  }

  return (
    <li id={id} className="flex flex-col gap-1">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 text-sm">
        <Person value={author} />
        <Time value={comment.createdAt} className="text-ink2" />
        {comment.editedAt && <span className="text-ink2">edited</span>}
        {body !== null && !isEditing && (
          <span className="ml-auto">
            <Menu
              trigger={
                <Button size="icon" variant="quiet" aria-label="More about this comment">
                  <Ellipsis aria-hidden className="size-4" />
                </Button>
              }
            >
              {isMine && body !== undefined && (
                <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setEditing(true)}>
                  Edit
                </MenuItem>
              )}
              {!isMine && (
                <MenuItem icon={<Flag aria-hidden />} onSelect={() => setReporting(true)}>
                  Report…
                </MenuItem>
              )}
              {(isMine || me.offersOnOthers('deleteComment')) && (
                <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAsking(true)}>
                  Delete
                </MenuItem>
              )}
            </Menu>
          </span>
        )}
      </div>
      {isEditing && body ? (
        <Composer
          label="Edit the comment"
          submit="Save"
          draftKey={`${oclId}.${id}`}
          isSecret={isSecret}
          initial={body}
          members={me.members.map(({ walletAddress }) => walletAddress)}
          onSubmit={save}
          onCancel={() => setEditing(false)}
        />
      ) : body === null ? (
        <p className="text-sm text-ink2 italic">
          {comment.isHidden
            ? 'Hidden by the operator of this site'
            : comment.deletedBy === author
              ? 'Deleted by its author'
              : 'Deleted by an owner of the lab'}
        </p>
      ) : body === undefined && isReading ? (
        <Skeleton className="h-5 w-2/3" />
      ) : body === undefined ? (
        <p className="text-sm text-ink2 italic">This comment could not be decrypted here</p>
      ) : (
        <CommentText>{body}</CommentText>
      )}
      {comment.hidden && <HiddenNotice hiding={comment.hidden} what="This comment" />}
      {isReporting && (
        <ReportDialog subject={{ kind: 'COMMENT', oclId, subject: id }} onClose={() => setReporting(false)} />
      )}
      {isAsking && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span>Delete this comment? Its words cannot be brought back.</span>
          <Button size="sm" variant="danger" busy={removing.isRunning} onClick={() => void removing.run()}>
            Delete
          </Button>
          <Button size="sm" variant="quiet" onClick={() => setAsking(false)}>
            Keep
          </Button>
          <FailureNotice failure={removing.failure} />
        </div>
      )}
    </li>
  );
}
