'use client';
import type { FileDetail } from '@labroom/client/download/download-api';
import type { Anchor } from '@labroom/protocol/comment';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { Discussion } from './discussion.tsx';

interface FileDiscussionProps {
  file: FileDetail;
  /** The version that is shown. */
  version: number;
  anchor?: Anchor | null;
  onAnchor?: (anchor: Anchor | null) => void;
  onShow?: (anchor: Anchor, version: number | null) => void;
  onCount: (comments: number) => void;
}

/** The discussions of a file in its panel. */
export function FileDiscussion({ file, version, ...props }: FileDiscussionProps) {
  const { lab, me } = useDataRoom();
  const versions = file.versions ?? [];
  const discussed = {
    oclId: lab.oclId,
    shortname: lab.shortname,
    file: {
      ref: file.did,
      path: file.path,
      name: file.name,
      contentType: versions.find((one) => one.version === version)?.contentType ?? file.contentType,
      version,
      encrypted: versions.flatMap((one) => (one.accessLevel === 'PUBLIC' ? [] : [one.version])),
    },
  };
  return <Discussion discussed={discussed} me={me} {...props} />;
}
