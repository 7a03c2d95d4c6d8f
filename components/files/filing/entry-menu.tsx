'use client';
import {
  ArrowUpRight,
  Bell,
  BellRing,
  Download,
  FileUp,
  FolderInput,
  GitCompareArrows,
  Link2,
  LockKeyhole,
  PencilLine,
  Quote,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { focusEntryList } from '#components/core/data-room/entry-list-id.ts';
import { type Followed, useFollow } from '#components/core/follow/use-follow.ts';
import { MenuContent, MenuItem, MenuKey, MenuSeparator } from '#components/ui/menu.tsx';
import { notify } from '#components/ui/message.ts';
import { filePath } from '#lib/api/lab-reference.ts';
import { filesOf } from '#lib/data-room/list-folder.ts';
import type { RoomFile } from '#lib/download/room-files.ts';

interface EntryMenuProps {
  keys: readonly string[];
  x: number;
  y: number;
  onDownload: (keys: readonly string[], files: readonly RoomFile[]) => void;
  /** Called with the path of a file: the user chooses its next version. */
  onNewVersion: (path: string) => void;
}

/**
 * What can be done with rows, at the pointer or below the button of the row. Visitors are offered what changes nothing.
 */
export function EntryMenu({ keys, x, y, onDownload, onNewVersion }: EntryMenuProps) {
  const { files, filing, me } = useDataRoom();
  const [only] = keys;
  const single = keys.length === 1 ? only : undefined;
  const inside = filesOf(files, new Set(keys));
  const file = inside.find(({ path }) => path === single);
  const changes = (['moveEntry', 'changeFileVersionAccess', 'trashEntry'] as const).some(filing.offers);
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && filing.closeMenu()}>
      <DropdownMenu.Trigger
        aria-hidden
        tabIndex={-1}
        className="pointer-events-none fixed size-0"
        style={{ left: x, top: y }}
      />
      <MenuContent
        align="start"
        label={single === undefined ? `Actions for ${keys.length} entries` : 'Actions'}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          focusEntryList();
        }}
      >
        {single !== undefined && <OpenItem entryKey={single} />}
        <MenuItem
          icon={<Download aria-hidden />}
          disabled={inside.length === 0}
          onSelect={() => onDownload(keys, inside)}
        >
          {file ? 'Download' : 'Download as zip'}
        </MenuItem>
        {filing.offers('shareFiles') && inside.some(({ accessLevel }) => accessLevel !== 'PUBLIC') && (
          <MenuItem icon={<UserPlus aria-hidden />} onSelect={() => filing.start({ kind: 'sharing', keys })}>
            Share…
          </MenuItem>
        )}
        {single !== undefined && <CopyLinkItem entryKey={single} />}
        {file && me.role != null && me.offers('initiateCreateOrUpdateFile') && (
          <MenuItem icon={<FileUp aria-hidden />} onSelect={() => onNewVersion(file.path)}>
            Upload a new version
          </MenuItem>
        )}
        {single !== undefined && me.identity.kind === 'signed-in' && (
          <FollowItem entryKey={single} did={file?.did} />
        )}
        {file && <CitedItems file={file} />}
        {changes && <MenuSeparator />}
        {single !== undefined && filing.offers('moveEntry') && (
          <MenuItem
            icon={<PencilLine aria-hidden />}
            onSelect={() => filing.start({ kind: 'renaming', key: single, place: 'row' })}
          >
            Rename
            <MenuKey>F2</MenuKey>
          </MenuItem>
        )}
        {filing.offers('moveEntry') && (
          <MenuItem
            icon={<FolderInput aria-hidden />}
            onSelect={() => filing.start({ kind: 'moving', keys })}
          >
            Move to…
          </MenuItem>
        )}
        {filing.offers('changeFileVersionAccess') && (
          <MenuItem
            icon={<LockKeyhole aria-hidden />}
            onSelect={() => filing.start({ kind: 'access', keys })}
          >
            Change access…
          </MenuItem>
        )}
        {filing.offers('trashEntry') && (
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => filing.trash(keys)}>
            Delete
            <MenuKey>Del</MenuKey>
          </MenuItem>
        )}
      </MenuContent>
    </DropdownMenu.Root>
  );
}

const folderOf = (key: string) => (key.endsWith('/') ? key.slice(0, -1) : null);

function OpenItem({ entryKey }: { entryKey: string }) {
  const { location } = useDataRoom();
  const folder = folderOf(entryKey);
  const href = folder === null ? location.hrefOfFile(entryKey) : location.hrefOfFolder(folder);
  return (
    <MenuItem icon={<ArrowUpRight aria-hidden />} onSelect={() => location.go(href)}>
      Open
      <MenuKey>Enter</MenuKey>
    </MenuItem>
  );
}

function CopyLinkItem({ entryKey }: { entryKey: string }) {
  const { lab, location } = useDataRoom();
  const folder = folderOf(entryKey);
  async function copy() {
    const href = folder === null ? filePath(lab.shortname, entryKey) : location.hrefOfFolder(folder);
    try {
      await navigator.clipboard.writeText(new URL(href, window.location.origin).href);
      notify('success', 'The link is copied.');
    } catch {
      notify('error', 'The browser did not allow to copy the link.');
    }
  }
  return (
    <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copy()}>
      Copy link
    </MenuItem>
  );
}

function FollowItem({ entryKey, did }: { entryKey: string; did: string | undefined }) {
  const { lab } = useDataRoom();
  const folder = folderOf(entryKey);
  const what: Followed = folder === null ? 'file' : 'folder';
  const target = folder === null ? { file: did ?? null } : { folder: { oclId: lab.oclId, path: folder } };
  const { isFollowed, isBusy, toggle } = useFollow(target, what);
  return (
    <MenuItem
      icon={isFollowed ? <BellRing aria-hidden /> : <Bell aria-hidden />}
      disabled={isBusy || (folder === null && did === undefined)}
      onSelect={toggle}
    >
      {isFollowed ? 'Unfollow' : 'Follow'}
    </MenuItem>
  );
}

/** Open the file where it can be cited, and where its two newest versions can be compared. */
function CitedItems({ file: { path, version } }: { file: RoomFile }) {
  const { location } = useDataRoom();
  const href = location.hrefOfFile(path);
  function cite() {
    location.go(`${href}#cite`);
    // The file may be open already.
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  }
  return (
    <>
      <MenuItem icon={<Quote aria-hidden />} onSelect={cite}>
        Cite
      </MenuItem>
      {version > 1 && (
        <MenuItem
          icon={<GitCompareArrows aria-hidden />}
          onSelect={() => location.go(`${href}&compare=${version - 1}-${version}`)}
        >
          Compare versions
        </MenuItem>
      )}
    </>
  );
}
