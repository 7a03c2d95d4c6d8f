'use client';
import { RestoreFileVersionDocument } from '@labroom/client/documents';
import { type FileDetail, versionOf } from '@labroom/client/download/download-api';
import { Name } from '#components/ui/name.tsx';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { accessOf } from '../../core/access/access-of.ts';
import { changeOfAccess, staysPublic } from '../../core/access/change-of-access.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { notify } from '../../ui/message.ts';
import { Notice } from '../../ui/notice.tsx';

interface RestoreVersionDialogProps {
  file: FileDetail;
  version: number;
  onClose: () => void;
  onRestored: () => void;
}

/** Makes an earlier version the newest one, and says who can open it then. */
export function RestoreVersionDialog({ file, version, onClose, onRestored }: RestoreVersionDialogProps) {
  const { lab } = useDataRoom();
  const level = versionOf(file, version)?.accessLevel ?? file.accessLevel;
  const change = changeOfAccess(file.accessLevel, level);
  const isOtherAccess = level !== file.accessLevel;
  const open = (file.versions ?? [])
    .filter(({ accessLevel }) => accessLevel === 'PUBLIC')
    .map((each) => each.version)
    .reverse();
  const restore = useApiMutation(RestoreFileVersionDocument);
  const { isRunning, failure, run } = useAction(async () => {
    const { restoreFileVersion: restored } = await restore({ oclId: lab.oclId, ref: file.did, version });
    notify('success', `Version ${version} is restored as version ${restored.version}.`);
    onRestored();
  });

  return (
    <ActionDialog
      failure={failure}
      failed="The version was not restored."
      onClose={onClose}
      isLocked={isRunning}
      title={`Restore version ${version}?`}
      description={
        <>
          A new version of <Name>{file.name}</Name> is made from it, with its content and its access. Version{' '}
          {file.version} stays in the list.
        </>
      }
      action={change === 'becomesPublic' ? 'Restore and make public' : 'Restore this version'}
      variant={change === 'becomesPublic' ? 'danger' : 'primary'}
      busy={isRunning}
      onAction={() => run()}
    >
      {isOtherAccess && (
        <Notice kind="warning">
          <strong className="font-medium">
            {change === 'becomesPublic' ? 'The file becomes public.' : 'Other people can open the file then.'}
          </strong>{' '}
          {accessOf(level).explanation} {change === 'becomesSecret' && staysPublic(open)}{' '}
          {change === 'becomesSecret' && file.contentText && 'Its searchable text is removed.'}
        </Notice>
      )}
    </ActionDialog>
  );
}
