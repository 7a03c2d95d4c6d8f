'use client';
import { SaveFileViewDocument, UpdateFileMetadataDocument } from '@labroom/client/documents';
import type { FileDetail } from '@labroom/client/download/download-api';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { notify } from '#components/ui/message.ts';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { type FileView, savedOfView } from '#lib/data-room/file-view.ts';

interface ViewChoiceProps {
  file: FileDetail;
  /** How the URL says to read the file. It differs from the saved view. */
  view: FileView;
}

/** Says that a file is shown as the link says, not as it is for everybody, and offers to save the one or to return to the other. */
export function ViewChoice({ file, view }: ViewChoiceProps) {
  const { lab, me, location } = useDataRoom();
  const save = useApiMutation(SaveFileViewDocument);
  const update = useApiMutation(UpdateFileMetadataDocument);
  const { isRunning, failure, run } = useAction(async () => {
    const { oclId } = lab;
    await save({ oclId, ref: file.did, view: savedOfView(view) });
    // Search still has the text that was read in the previous encoding. If it cannot be read anew, search keeps that.
    const text = await import('./text-in-encoding.ts')
      .then(({ textInEncoding }) => textInEncoding(oclId, file, view.encoding, new AbortController().signal))
      .catch(() => null);
    if (text !== null) {
      const { did: ref, accessLevel, tags, categories, description } = file;
      await update({ oclId, ref, accessLevel, tags, categories, description, contentText: text });
    }
    notify('success', 'Saved. Everybody sees the file like this now.');
  });
  return (
    <section aria-label="View of this file" className="mt-4 flex flex-col gap-2 text-sm">
      <p className="text-ink2">
        {`This view is in the link. ${file.savedView ? 'Without it, the file is shown as its lab saved.' : 'Without it, the file is shown as its bytes tell.'}`}
      </p>
      <div className="flex flex-wrap gap-2">
        {me.offers('saveFileView') && (
          <Button size="sm" busy={isRunning} onClick={() => run()}>
            Save this view for everybody
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={() => location.setFileView(null)}>
          {file.savedView ? 'As saved' : 'As judged'}
        </Button>
      </div>
      {me.offers('saveFileView') && file.accessLevel !== 'PUBLIC' && (
        <p className="text-ink2">Everyone can read these choices, also who cannot open the file.</p>
      )}
      <FailureNotice failure={failure} />
    </section>
  );
}
