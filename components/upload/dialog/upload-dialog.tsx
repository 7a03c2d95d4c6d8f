'use client';
import type { FileDetail } from '@labroom/client/download/download-api';
import { useId, useRef, useState } from 'react';
import { useRefusal } from '#lib/api/use-refusal.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { toDataRoomPath } from '#lib/upload/data-room-path.ts';
import { showTray } from '#lib/upload/tray.ts';
import { MAX_FILE_BYTES, type UploadSettings } from '#lib/upload/upload-item.ts';
import { AccessChoice } from '../../core/access/access-choice.tsx';
import { becomesPublic, changeOfAccess } from '../../core/access/change-of-access.ts';
import { HolderMinimum } from '../../core/access/holder-minimum.tsx';
import { SecrecyNote } from '../../core/access/secrecy-note.tsx';
import { useTrial } from '../../core/access/use-trial.ts';
import { WhoOpens } from '../../core/access/who-opens.tsx';
import { ChangeNoteField } from '../../core/data-room/change-note-field.tsx';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { knownFiles } from '../../core/data-room/known-files.ts';
import { PublishQuestion } from '../../core/disclosure/publish-question.tsx';
import { useDisclosures } from '../../core/disclosure/use-disclosures.ts';
import { usePublishQuestion } from '../../core/disclosure/use-publish-question.ts';
import type { DroppedFile } from '../../core/drop/dropped-files.ts';
import { SignInPrompt } from '../../core/wallet/sign-in-prompt.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Name } from '../../ui/name.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NamesOfDrop } from '../drop/names-of-drop.tsx';
import { type SortedDrop, sortDropped } from '../drop/sort-dropped.ts';
import { uploadQueue } from '../queue/uploads.ts';
import { SearchableText } from '../text/searchable-text.tsx';
import { defaultText, textSettings } from '../text/text-choice.ts';
import { BecomesSecret, type FormerMetadata, hasMetadata } from './becomes-secret.tsx';
import { DropSummary, LikeFolder, totalBytes } from './drop-summary.tsx';
import { ExistingFiles } from './existing-files.tsx';
import { FolderAccess } from './folder-access.tsx';
import { emptyMetadata, MetadataFields } from './metadata-fields.tsx';
import { Obstacles } from './obstacles.tsx';
import { useContinued } from './use-continued.ts';
import { useDropAccess } from './use-drop-access.ts';
import { useDropWithoutQuestion } from './use-drop-without-question.ts';

interface UploadDialogProps {
  dropped: readonly DroppedFile[];
  /** The file that gets a new version, if the user chose one. */
  newVersionOf?: FileDetail | undefined;
  /** The files were dropped: into a folder of the team they are uploaded for the team, without a question. */
  isDrop?: boolean;
  onClose: () => void;
}

/** Sets access and metadata before the upload starts, without what the drop leaves out. */
export function UploadDialog(props: UploadDialogProps) {
  const { dropped, newVersionOf, onClose } = props;
  const { data } = useRead<SortedDrop>({
    key: ['sorted drop', useId()],
    // A version of a file is what the user chose it to be.
    read: () => (newVersionOf ? { kept: dropped, leftOut: [] } : sortDropped(dropped)),
  });
  const isSignedIn = useDataRoom().me.identity.kind === 'signed-in';
  // What was typed stays when the session ends.
  const hasForm = useRef(isSignedIn);
  hasForm.current ||= isSignedIn;
  if (!data) return null;
  if (hasForm.current) return <UploadForm {...props} dropped={data.kept} leftOut={data.leftOut} />;
  return (
    <Dialog
      onClose={onClose}
      title={
        <>
          Upload <DropSummary dropped={data.kept} />
        </>
      }
    >
      <SignInPrompt purpose="to upload" />
    </Dialog>
  );
}

function UploadForm({
  dropped,
  leftOut,
  newVersionOf,
  isDrop = false,
  onClose,
}: UploadDialogProps & Pick<SortedDrop, 'leftOut'>) {
  const { lab, location, me } = useDataRoom();
  const folder = location.folder === '' ? [] : location.folder.split('/');
  const inRoom = dropped.map(({ path }) => toDataRoomPath(folder, path));
  const paths = newVersionOf ? [newVersionOf.path] : inRoom.flatMap((to) => ('path' in to ? to.path : []));
  const continued = useContinued(lab.oclId, new Set(paths));
  const drop = useDropAccess({ dropped, newVersionOf, continued });
  const { access, proposed, existing, folders, folderLevels, setFolderLevels, uploaded, isNew, wantedIn } =
    drop;
  const [fields, setFields] = useState(emptyMetadata);
  const [changeNote, setChangeNote] = useState('');
  const [text, setText] = useState(defaultText);
  const fitting = uploaded.filter(({ file }) => file.size <= MAX_FILE_BYTES);
  const wallet = me.identity.kind === 'signed-in' ? me.identity.address : null;
  const isOutsider = me.role !== undefined && !me.offers('initiateCreateOrUpdateFile');
  const { settings: decided } = access;
  const summary = <DropSummary dropped={dropped} />;
  const hasNew = uploaded.some(({ path }) => isNew(path));
  const looked = useDisclosures(dropped);
  const forEveryone = uploaded.filter(({ path }) => wantedIn(path, access).level === 'PUBLIC');
  const question = usePublishQuestion(
    looked,
    forEveryone.map(({ path }) => path),
  );
  const questionId = useId();
  /** The access of a dropped file, unless it would reveal something and the user keeps it for the team. */
  const accessIn = <ForAll extends { level: string }>(path: string, forAll: ForAll) =>
    wantedIn(path, forAll).level === 'PUBLIC' && question.isForTeam(path)
      ? access.team
      : wantedIn(path, forAll);
  const decide: typeof question.decide = (paths, decision) => {
    // A single file is decided by the choice for all, with what else depends on it.
    if (dropped.length === 1 && hasNew && decision === 'team') access.choose('ADMIN');
    else question.decide(paths, decision);
  };
  const isSecret = ({ path }: DroppedFile) => accessIn(path, access).level !== 'PUBLIC';
  const encrypted = uploaded.some(isSecret);
  const encryptsNew = uploaded.some((one) => isNew(one.path) && isSecret(one));
  const change = newVersionOf ? changeOfAccess(newVersionOf.accessLevel, access.level) : null;
  const formerlyPublic = change === 'becomesSecret' ? newVersionOf : undefined;
  const [chosenMetadata, setMetadata] = useState<FormerMetadata | null>(null);
  const metadata = formerlyPublic && hasMetadata(formerlyPublic) ? chosenMetadata : 'keep';
  const tried = decided?.level === 'PUBLIC' ? access.team : decided;
  const conditions = (encryptsNew && tried?.conditions) || null;
  const [typed, setTyped] = useState<readonly string[]>([]);
  const others = [...me.members.map(({ walletAddress }) => walletAddress), ...typed];
  const trial = useTrial(conditions, isOutsider ? null : wallet, others);
  const obstacleId = useId();
  // The bytes of the whole drop that are not reserved yet, so that what does not fit is known before anything is encrypted.
  const { refusal, askAgain } = useRefusal(
    wallet && !isOutsider && continued.unreserved(fitting, folder).length > 0
      ? {
          operation: 'initiateCreateOrUpdateFile',
          variables: {
            oclId: lab.oclId,
            contentType: 'application/octet-stream',
            contentLengthBytes: String(totalBytes(continued.unreserved(fitting, folder))),
            inParts: true,
          },
          wallet,
        }
      : null,
  );

  function start() {
    if (!wallet || !decided) return;
    const queue = uploadQueue();
    const common = {
      lab: { oclId: lab.oclId, shortname: lab.shortname, name: lab.name },
      changeBy: wallet,
      minimum: access.minimum,
      ...fields,
      changeNote,
      replacesMetadata: metadata === 'replace',
    };
    const byAccess = Map.groupBy(dropped, ({ path }) => JSON.stringify(accessIn(path, decided)));
    for (const files of byAccess.values()) {
      const [first] = files;
      if (!first) continue;
      const to = accessIn(first.path, decided);
      const settings: UploadSettings = {
        ...common,
        access: to,
        ...textSettings(text, to.level !== 'PUBLIC'),
      };
      if (newVersionOf) queue.addVersion(first.file, newVersionOf, settings);
      else
        queue.add(files, folder, settings, {
          skipsIdentical: continued.isContinued,
          decided: existing.files.length > 0 ? existing.choice : undefined,
        });
    }
    continued.forget();
    showTray();
    onClose();
  }

  const asks = useDropWithoutQuestion({
    mayStart:
      isDrop &&
      drop.isTeamFolder &&
      !isOutsider &&
      !continued.isContinued &&
      leftOut.length + folders.length + existing.files.length + dropped.length - fitting.length === 0,
    isReady: decided != null,
    count: dropped.length,
    start,
  });
  if (!asks) return null;

  return (
    <ActionDialog
      onClose={onClose}
      size="lg"
      title={
        newVersionOf ? (
          <>
            New version of <Name>{newVersionOf.path}</Name>
          </>
        ) : (
          <>Upload {summary}</>
        )
      }
      description={
        newVersionOf ? (
          summary
        ) : (
          <>Into {location.folder === '' ? 'the top folder' : <Name>{location.folder}</Name>} of this lab</>
        )
      }
      action={encrypted ? 'Encrypt and upload' : 'Upload for everyone'}
      disabled={
        !wallet ||
        isOutsider ||
        fitting.length === 0 ||
        !decided ||
        metadata === null ||
        refusal !== null ||
        question.isOpen ||
        (encryptsNew && trial.obstacle !== null)
      }
      describedBy={question.isOpen ? questionId : encryptsNew && trial.obstacle ? obstacleId : undefined}
      onAction={start}
    >
      <SignInPrompt purpose="to upload" />
      <Obstacles isOutsider={isOutsider} refusal={refusal} onAskAgain={askAgain} files={uploaded} />
      <ExistingFiles existing={existing} total={dropped.length} />
      <NamesOfDrop paths={paths} present={knownFiles.get(lab.oclId)?.keys() ?? []} leftOut={leftOut} />
      {newVersionOf && <ChangeNoteField value={changeNote} onChange={setChangeNote} encrypted={encrypted} />}
      {continued.isContinued && (
        <Notice>
          This continues an interrupted upload, with the access that was chosen for it. Files that are already
          uploaded are skipped.
        </Notice>
      )}
      {hasNew && (
        <AccessChoice
          legend={
            existing.files.length > 0 && existing.choice === 'newVersion'
              ? 'Who may open new files'
              : undefined
          }
          value={access.level}
          onChange={access.choose}
          members={me.members}
          tokenSymbol={access.token?.symbol}
          proposed={proposed && { level: proposed.level, why: <LikeFolder folder={proposed.folder} /> }}
        />
      )}
      {hasNew && folders.length > 0 && (
        <FolderAccess
          folders={folders}
          level={access.level}
          value={folderLevels}
          onChange={setFolderLevels}
        />
      )}
      <PublishQuestion id={questionId} question={{ ...question, decide }} total={dropped.length} />
      {change === 'becomesPublic' && <Notice kind="warning">{becomesPublic}</Notice>}
      {formerlyPublic && (
        <BecomesSecret file={formerlyPublic} value={chosenMetadata} onChange={setMetadata} />
      )}
      {hasNew && access.level === 'HOLDERS' && <HolderMinimum access={access} />}
      {conditions && wallet && !isOutsider && (
        <WhoOpens
          trial={trial}
          uploader={wallet}
          members={me.members}
          isIncomplete={me.role === undefined}
          typed={typed}
          onType={(address) => setTyped((now) => [...new Set([...now, address])])}
          obstacleId={obstacleId}
        />
      )}
      {encrypted && <SecrecyNote />}
      <MetadataFields value={fields} onChange={setFields} />
      {[false, true].map((ofSecret) => {
        const files = fitting.filter((file) => isSecret(file) === ofSecret);
        if (files.length === 0) return null;
        return (
          <SearchableText
            // Files that move to the other kind change the list.
            key={`${ofSecret} ${files.length}`}
            files={files}
            former={newVersionOf?.contentText ?? ''}
            encoding={newVersionOf?.savedView?.encoding}
            encrypted={ofSecret}
            isPart={files.length < fitting.length}
            value={text}
            onChange={setText}
          />
        );
      })}
    </ActionDialog>
  );
}
