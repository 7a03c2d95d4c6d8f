'use client';
import { LabroomError } from '@labroom/client/api-failure';
import { type FileDetail, versionOf } from '@labroom/client/download/download-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import type { Anchor } from '@labroom/protocol/comment';
import {
  Download,
  Ellipsis,
  FileUp,
  FolderInput,
  LockKeyhole,
  Pencil,
  PencilLine,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { AccessBadge } from '../../core/access/access-badge.tsx';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { notify } from '../../ui/message.ts';
import { part } from '../../ui/part.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { isLockedFor } from '../opened/locked.ts';
import { useSavedFile } from '../opened/use-saved-file.ts';
import { Cite } from './cite.tsx';
import { FileFacts } from './file-facts.tsx';
import { FilePreview } from './file-preview.tsx';
import { FileVersions } from './file-versions.tsx';
import type { PanelParts } from './panel-parts.ts';

const RestoreVersionDialog = part(
  async () => (await import('./restore-version-dialog.tsx')).RestoreVersionDialog,
);

interface LoadedFileProps {
  file: FileDetail;
  /** The file was loaded with the page and is being fetched again. */
  isFirst: boolean;
  version: number;
  onNewVersion: () => void;
  onChanged: () => void;
  parts: PanelParts;
}

const lockedReason = 'This file is encrypted. Sign in first.';

/** One version of a file: preview, facts and actions. */
export function LoadedFile({ file, isFirst, version, onNewVersion, onChanged, parts }: LoadedFileProps) {
  const { lab, location, me, filing } = useDataRoom();
  const { percent, save } = useSavedFile(lab.oclId);
  const [dialog, setDialog] = useState<'edit' | null>(null);
  const [restoring, setRestoring] = useState<number | null>(null);
  // A link to a comparison, a discussion or the citation opens where it is.
  const { compared } = location;
  const [tab, setTab] = useState(compared ? 'versions' : 'preview');
  useEffect(() => {
    if (compared) setTab('versions');
  }, [compared]);
  useEffect(() => {
    const follow = () => {
      const { hash } = window.location;
      if (hash === '#cite') setTab('cite');
      else if (isDiscussion(hash)) setTab('discussion');
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  const preview = useRef<HTMLDivElement>(null);
  /** The part of the file that the next discussion is about, and the one that the preview shows. */
  const [part, setPart] = useState<Anchor | null>(null);
  const [shownPart, setShownPart] = useState<Anchor | null>(null);
  const [commentCount, setCommentCount] = useState<number>();
  const [isRefused, setRefused] = useState(false);
  // Memoized, because the preview downloads the file again for every new object.
  const shown = useMemo(() => versionOf(file, version), [file, version]);
  if (!shown) {
    return (
      <EmptyState
        title={`Version ${version} not found.`}
        action={
          <Button onClick={() => location.go(location.hrefOfFile(file.path))}>Show the newest version</Button>
        }
      />
    );
  }

  const isLocked = isLockedFor(me.identity, shown);

  async function download(wanted: FileVersion | null) {
    if (!wanted) return;
    try {
      await save(wanted);
    } catch (error) {
      // The preview shows the full explanation.
      setTab('preview');
      notify(
        'error',
        'The file could not be opened.',
        error instanceof LabroomError ? error.message : undefined,
      );
    }
  }

  const offersVersion = me.offers('initiateCreateOrUpdateFile');
  const offersDescription = me.offers('updateFileMetadata');
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <AccessBadge
          level={shown.accessLevel}
          publicVersions={version === file.version ? file.publicVersions : null}
        />
        {version < file.version && (
          <Badge tone="warn">
            Version {version} of {file.version}
          </Badge>
        )}
        <span className="flex-1" />
        <Button
          size="sm"
          variant={isLocked || isRefused ? 'secondary' : 'primary'}
          disabled={isLocked}
          busy={percent !== null}
          title={isLocked ? lockedReason : undefined}
          aria-description={isLocked ? lockedReason : undefined}
          onClick={() => download(shown)}
        >
          <Download aria-hidden className="size-4" />
          {percent === null ? 'Download' : `Saved ${percent} %`}
        </Button>
        {filing.offers('shareFiles') && file.accessLevel !== 'PUBLIC' && (
          <Button size="sm" onClick={() => filing.start({ kind: 'sharing', keys: [file.path] })}>
            <UserPlus aria-hidden className="size-4" />
            Share
          </Button>
        )}
        {(offersVersion || offersDescription || filing.offersAny) && (
          <Menu
            trigger={
              <Button size="icon" aria-label={`More about ${visibleName(file.name)}`}>
                <Ellipsis aria-hidden className="size-4" />
              </Button>
            }
          >
            {offersVersion && (
              <MenuItem icon={<FileUp aria-hidden />} onSelect={onNewVersion}>
                Upload a new version
              </MenuItem>
            )}
            {offersDescription && (
              // Its text for search is not all there at first.
              <MenuItem icon={<Pencil aria-hidden />} disabled={isFirst} onSelect={() => setDialog('edit')}>
                Edit description and tags
              </MenuItem>
            )}
            {filing.offers('moveEntry') && (
              <>
                <MenuItem
                  icon={<PencilLine aria-hidden />}
                  onSelect={() => filing.start({ kind: 'renaming', key: file.path, place: 'panel' })}
                >
                  Rename
                </MenuItem>
                <MenuItem
                  icon={<FolderInput aria-hidden />}
                  onSelect={() => filing.start({ kind: 'moving', keys: [file.path] })}
                >
                  Move to…
                </MenuItem>
              </>
            )}
            {filing.offers('changeFileVersionAccess') && (
              <MenuItem
                icon={<LockKeyhole aria-hidden />}
                onSelect={() => filing.start({ kind: 'access', keys: [file.path] })}
              >
                Change access…
              </MenuItem>
            )}
            {filing.offers('trashEntry') && (
              <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => filing.trash([file.path])}>
                Delete
              </MenuItem>
            )}
          </Menu>
        )}
      </div>
      <Tabs
        label={visibleName(file.name)}
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'preview',
            label: 'Preview',
            content: (
              <>
                <div ref={preview}>
                  <FilePreview file={file} isFirst={isFirst} version={shown} onRefused={setRefused} />
                </div>
                <parts.PartSelection
                  container={preview}
                  shown={shownPart}
                  onComment={(part) => {
                    setPart(part);
                    setTab('discussion');
                  }}
                />
              </>
            ),
          },
          {
            value: 'about',
            label: 'About',
            content: <FileFacts file={file} version={shown} SharedWith={parts.SharedWith} />,
          },
          {
            value: 'versions',
            label: `Versions (${file.versions?.length ?? 1})`,
            content: (
              <FileVersions
                file={file}
                isFirst={isFirst}
                shown={version}
                isLocked={(number) => {
                  const other = versionOf(file, number);
                  return !other || isLockedFor(me.identity, other);
                }}
                onRestore={filing.offers('restoreFileVersion') ? setRestoring : undefined}
                onChanged={onChanged}
                onDownload={(number) => download(versionOf(file, number))}
              />
            ),
          },
          {
            value: 'discussion',
            label: commentLabel(commentCount ?? file.commentCount),
            content: (
              <parts.Discussion
                file={file}
                version={version}
                anchor={part}
                onAnchor={setPart}
                onShow={(anchor, of) => {
                  setShownPart(anchor);
                  if (of === version) setTab('preview');
                  else location.go(location.hrefOfFile(file.path, of ?? undefined));
                }}
                onCount={setCommentCount}
              />
            ),
          },
          { value: 'cite', label: 'Cite', content: <Cite version={shown} /> },
        ]}
      />
      {restoring !== null && (
        <RestoreVersionDialog
          file={file}
          version={restoring}
          onClose={() => setRestoring(null)}
          onRestored={() => {
            setRestoring(null);
            location.go(location.hrefOfFile(file.path));
            onChanged();
          }}
        />
      )}
      {dialog === 'edit' && (
        <parts.EditDialog
          file={file}
          onClose={() => setDialog(null)}
          onSaved={() => {
            setDialog(null);
            onChanged();
          }}
        />
      )}
    </>
  );
}

const commentLabel = (count: number) => (count > 0 ? `Discussion (${count})` : 'Discussion');

const isDiscussion = (hash: string) => hash === '#discussion' || /^#[0-9a-f]{8}-[0-9a-f-]{27}$/.test(hash);
