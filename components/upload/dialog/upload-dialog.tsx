'use client';
import type { FileDetail } from '@labroom/client/download/download-api';
import { useId, useMemo, useState } from 'react';
import { useRefusal } from '#lib/api/use-refusal.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { toDataRoomPath } from '#lib/upload/data-room-path.ts';
import { showTray } from '#lib/upload/tray.ts';
import { MAX_FILE_BYTES, type UploadSettings } from '#lib/upload/upload-item.ts';
import { AccessChoice } from '../../core/access/access-choice.tsx';
import { becomesPublic, changeOfAccess } from '../../core/access/change-of-access.ts';
import { HolderMinimum } from '../../core/access/holder-minimum.tsx';
import { SecrecyNote } from '../../core/access/secrecy-note.tsx';
import { useAccess } from '../../core/access/use-access.ts';
import { useTrial } from '../../core/access/use-trial.ts';
import { WhoOpens } from '../../core/access/who-opens.tsx';
import { ChangeNoteField } from '../../core/data-room/change-note-field.tsx';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { PublishQuestion } from '../../core/disclosure/publish-question.tsx';
import { useDisclosures } from '../../core/disclosure/use-disclosures.ts';
import { usePublishQuestion } from '../../core/disclosure/use-publish-question.ts';
import type { DroppedFile } from '../../core/drop/dropped-files.ts';
import { RefusalNotice } from '../../core/foresight/refusal-notice.tsx';
import { SignInPrompt } from '../../core/wallet/sign-in-prompt.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { formatBytes } from '../../ui/byte-size.tsx';
import { Notice } from '../../ui/notice.tsx';
import { foldersOfDrop } from '../drop/dropped-folders.ts';
import { NamesOfDrop } from '../drop/names-of-drop.tsx';
import { type SortedDrop, sortDropped } from '../drop/sort-dropped.ts';
import { uploadQueue } from '../queue/uploads.ts';
import { SearchableText } from '../text/searchable-text.tsx';
import { defaultText, textSettings } from '../text/text-choice.ts';
import { BecomesSecret, type FormerMetadata, hasMetadata } from './becomes-secret.tsx';
import { FolderAccess, type FolderLevels } from './folder-access.tsx';
import { emptyMetadata, MetadataFields } from './metadata-fields.tsx';
import { useContinued } from './use-continued.ts';

interface UploadDialogProps {
  dropped: readonly DroppedFile[];
  /** The file that gets a new version, if the user chose one. */
  newVersionOf?: FileDetail | undefined;
  onClose: () => void;
}

/** Sets access and metadata before the upload starts, without what the drop leaves out. */
export function UploadDialog(props: UploadDialogProps) {
  const { dropped, newVersionOf } = props;
  const { data } = useRead<SortedDrop>({
    key: ['sorted drop', useId()],
    // A version of a file is what the user chose it to be.
    read: () => (newVersionOf ? { kept: dropped, leftOut: [] } : sortDropped(dropped)),
  });
  return data ? <UploadForm {...props} dropped={data.kept} leftOut={data.leftOut} /> : null;
}

function UploadForm({
  dropped,
  leftOut,
  newVersionOf,
  onClose,
}: UploadDialogProps & Pick<SortedDrop, 'leftOut'>) {
  const { lab, location, me } = useDataRoom();
  const folder = location.folder === '' ? [] : location.folder.split('/');
  const paths = newVersionOf
    ? [newVersionOf.path]
    : dropped.map(({ path }) => toDataRoomPath(folder, path)).flatMap((to) => ('path' in to ? to.path : []));
  const continued = useContinued(lab.oclId, new Set(paths));
  const access = useAccess(newVersionOf?.accessLevel, continued.access);
  const [fields, setFields] = useState(emptyMetadata);
  const [changeNote, setChangeNote] = useState('');
  const [text, setText] = useState(defaultText);
  const fitting = dropped.filter(({ file }) => file.size <= MAX_FILE_BYTES);
  const wallet = me.identity.kind === 'signed-in' ? me.identity.address : null;
  const isOutsider = me.role !== undefined && !me.offers('initiateCreateOrUpdateFile');
  const folders = useMemo(() => (newVersionOf ? [] : foldersOfDrop(dropped)), [newVersionOf, dropped]);
  const [folderLevels, setFolderLevels] = useState<FolderLevels>(new Map());
  const { settings: decided } = access;
  /** The access that was chosen for a dropped file: that of its folder, else the one for all. */
  function wantedIn<ForAll>(path: string, forAll: ForAll): UploadSettings['access'] | ForAll {
    const [, own] = [...folderLevels].find(([prefix]) => path.startsWith(prefix)) ?? [];
    if (!own) return forAll;
    return own === 'PUBLIC' ? { level: own } : access.team;
  }
  const looked = useDisclosures(dropped);
  const forEveryone = dropped.filter(({ path }) => wantedIn(path, access).level === 'PUBLIC');
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
    if (dropped.length === 1 && decision === 'team') access.choose('ADMIN');
    else question.decide(paths, decision);
  };
  const isSecret = ({ path }: DroppedFile) => accessIn(path, access).level !== 'PUBLIC';
  const encrypted = dropped.some(isSecret);
  const change = newVersionOf ? changeOfAccess(newVersionOf.accessLevel, access.level) : null;
  const formerlyPublic = change === 'becomesSecret' ? newVersionOf : undefined;
  const [chosenMetadata, setMetadata] = useState<FormerMetadata | null>(null);
  const metadata = formerlyPublic && hasMetadata(formerlyPublic) ? chosenMetadata : 'keep';
  const tried = encrypted && decided?.level === 'PUBLIC' ? access.team : decided;
  const conditions = tried && tried.level !== 'PUBLIC' ? tried.conditions : null;
  const [typed, setTyped] = useState<readonly string[]>([]);
  const others = [...me.members.map(({ walletAddress }) => walletAddress), ...typed];
  const trial = useTrial(conditions, isOutsider ? null : wallet, others);
  const obstacleId = useId();
  // The bytes of the whole drop, so that what does not fit is known before anything is encrypted.
  const { refusal, askAgain } = useRefusal(
    wallet && !isOutsider && fitting.length > 0
      ? {
          operation: 'initiateCreateOrUpdateFile',
          variables: {
            oclId: lab.oclId,
            contentType: 'application/octet-stream',
            contentLengthBytes: String(totalBytes(fitting)),
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
    for (const [level, files] of Map.groupBy(dropped, ({ path }) => accessIn(path, decided).level)) {
      const [first] = files;
      if (!first) continue;
      const settings: UploadSettings = {
        ...common,
        access: accessIn(first.path, decided),
        ...textSettings(text, level !== 'PUBLIC'),
      };
      if (newVersionOf) queue.addVersion(first.file, newVersionOf, settings);
      else queue.add(files, folder, settings, { skipsIdentical: continued.isContinued });
    }
    continued.forget();
    showTray();
    onClose();
  }

  return (
    <ActionDialog
      onClose={onClose}
      size="lg"
      title={
        newVersionOf ? `New version of ${visibleName(newVersionOf.path)}` : `Upload ${summaryOf(dropped)}`
      }
      description={
        newVersionOf
          ? summaryOf(dropped)
          : `Into ${location.folder === '' ? 'the top folder' : location.folder} of ${lab.name}`
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
        (encrypted && trial.obstacle !== null)
      }
      describedBy={question.isOpen ? questionId : encrypted && trial.obstacle ? obstacleId : undefined}
      onAction={start}
    >
      <SignInPrompt purpose="to upload" />
      {isOutsider && (
        <Notice kind="warning">
          {me.role === 'VIEWER' ? 'You are a viewer of this lab.' : 'Your wallet has no role in this lab.'}{' '}
          Only contributors and owners can upload. An owner can make you a contributor.
        </Notice>
      )}
      {refusal && <RefusalNotice refusal={refusal} onAskAgain={askAgain} />}
      {fitting.length < dropped.length && (
        <Notice kind="warning">
          {tooLarge(dropped)} larger than 5 GB and will be skipped. Programs can upload larger files through
          the API.
        </Notice>
      )}
      <NamesOfDrop kept={dropped} leftOut={leftOut} />
      {newVersionOf && <ChangeNoteField value={changeNote} onChange={setChangeNote} encrypted={encrypted} />}
      {continued.isContinued && (
        <Notice>
          This continues an interrupted upload, with the access that was chosen for it. Files that are already
          uploaded are skipped.
        </Notice>
      )}
      <AccessChoice
        value={access.level}
        onChange={access.choose}
        labName={lab.name}
        members={me.members}
        tokenSymbol={access.token?.symbol}
      />
      {folders.length > 0 && (
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
      {access.level === 'HOLDERS' && <HolderMinimum access={access} />}
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

function totalBytes(files: readonly DroppedFile[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}

function summaryOf(dropped: readonly DroppedFile[]): string {
  const size = formatBytes(totalBytes(dropped));
  const [only] = dropped;
  return dropped.length === 1 && only ? `${only.file.name} (${size})` : `${dropped.length} files (${size})`;
}

function tooLarge(dropped: readonly DroppedFile[]): string {
  const names = dropped.filter(({ file }) => file.size > MAX_FILE_BYTES).map(({ path }) => path);
  return names.length === 1 ? `${names[0]} is` : `${names.length} files are`;
}
