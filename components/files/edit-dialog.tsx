'use client';
import { useState } from 'react';
import { LabroomError } from '#lib/api/api-failure.ts';
import { callApi } from '#lib/api/browser.ts';
import { UpdateFileMetadataDocument } from '#lib/api/documents.generated.ts';
import type { FileDetail } from '#lib/download/download-api.ts';
import { visibleName } from '#lib/visible-name.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { notify } from '../ui/toast.ts';
import { useDataRoom } from './data-room-context.tsx';
import { type FileMetadata, MetadataFields } from './metadata-fields.tsx';
import { SignInPrompt } from './sign-in-prompt.tsx';

interface EditDialogProps {
  file: FileDetail;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes what is said about a file; the bytes and who may open them stay. */
export function EditDialog({ file, onClose, onSaved }: EditDialogProps) {
  const { lab, me } = useDataRoom();
  const [metadata, setMetadata] = useState<FileMetadata>({
    description: file.description ?? '',
    tags: file.tags,
    categories: file.categories,
    contentText: file.contentText ?? '',
  });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<LabroomError | null>(null);
  const encrypted = file.accessLevel !== 'PUBLIC';

  async function save() {
    setBusy(true);
    setFailure(null);
    try {
      await callApi(UpdateFileMetadataDocument, {
        oclId: lab.oclId,
        ref: file.did,
        accessLevel: file.accessLevel,
        tags: metadata.tags,
        categories: metadata.categories,
        description: metadata.description || null,
        contentText: metadata.contentText || null,
      });
      notify('success', 'Saved.');
      onSaved();
    } catch (error) {
      if (!(error instanceof LabroomError)) throw error;
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={`Describe ${visibleName(file.name)}`}
      description={encrypted ? 'Everyone can read this text, although the content is encrypted.' : undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} disabled={me.identity.kind !== 'signed-in'} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SignInPrompt purpose="to save" />
        <MetadataFields value={metadata} onChange={setMetadata} withContentText encrypted={encrypted} />
        {failure && (
          <ErrorState title="The changes were not saved" requestId={failure.requestId}>
            {failure.message}
          </ErrorState>
        )}
      </div>
    </Dialog>
  );
}
