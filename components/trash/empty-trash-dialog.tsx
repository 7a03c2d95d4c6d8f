'use client';
import { EmptyTrashDocument, type TrashQuery } from '@labroom/client/documents';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { ActionDialog } from '#components/ui/action-dialog.tsx';
import { notify } from '#components/ui/message.ts';
import { Name } from '#components/ui/name.tsx';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';

export type TrashEntry = TrashQuery['trash']['nodes'][number];

interface EmptyTrashDialogProps {
  entries: readonly TrashEntry[] | 'all';
  count: number;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before entries of the trash are removed permanently. */
export function EmptyTrashDialog({ entries, count, onClose, onRemoved }: EmptyTrashDialogProps) {
  const { lab } = useDataRoom();
  const emptyTrash = useApiMutation(EmptyTrashDocument);
  const { isRunning, failure, run } = useAction(async () => {
    const ids = entries === 'all' ? null : entries.map(({ id }) => id);
    await emptyTrash({ oclId: lab.oclId, ids });
    notify('success', entries === 'all' ? 'The trash is empty.' : 'Deleted permanently.');
    onRemoved();
  });
  const [only] = entries;
  const subject = typeof only === 'object' ? <Name>{only.path}</Name> : `all ${count} entries`;
  return (
    <ActionDialog
      failure={failure}
      failed="Nothing was deleted."
      onClose={onClose}
      isLocked={isRunning}
      title={<>Delete {subject} permanently?</>}
      description="All versions and their bytes are deleted. The feed keeps an entry. This cannot be undone."
      action="Delete permanently"
      variant="danger"
      busy={isRunning}
      onAction={() => run()}
    />
  );
}
