import type { FileDetail } from '@labroom/client/download/download-api';
import type { Anchor } from '@labroom/protocol/comment';
import type { ComponentType, RefObject } from 'react';

/** Parts of the panel that belong to other features. The page gives them. */
export interface PanelParts {
  Discussion: ComponentType<DiscussionProps>;
  PartSelection: ComponentType<PartSelectionProps>;
  EditDialog: ComponentType<EditDialogProps>;
  /** Who has a file without a role in the lab. */
  SharedWith: ComponentType<{ path: string }>;
}

interface DiscussionProps {
  file: FileDetail;
  /** The version that is shown. */
  version: number;
  anchor?: Anchor | null;
  onAnchor?: (anchor: Anchor | null) => void;
  onShow?: (anchor: Anchor, version: number | null) => void;
  onCount: (comments: number) => void;
}

interface PartSelectionProps {
  /** Around the preview of the file. */
  container: RefObject<HTMLElement | null>;
  shown: Anchor | null;
  onComment: (anchor: Anchor) => void;
}

interface EditDialogProps {
  file: FileDetail;
  onClose: () => void;
  onSaved: () => void;
}
