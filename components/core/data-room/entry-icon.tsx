import type { FileKind } from '@labroom/formats/file-kind';
import {
  File,
  FileArchive,
  FileBraces,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  Folder,
  type LucideIcon,
  NotebookText,
} from 'lucide-react';

const icons: Record<FileKind | 'folder', LucideIcon> = {
  folder: Folder,
  image: FileImage,
  table: FileSpreadsheet,
  markdown: FileText,
  text: FileText,
  json: FileBraces,
  notebook: NotebookText,
  pdf: FileText,
  audio: FileMusic,
  video: FilePlay,
  archive: FileArchive,
  other: File,
};

export function EntryIcon({ kind }: { kind: FileKind | 'folder' }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className={`size-5 shrink-0 ${kind === 'folder' ? 'text-acc' : 'text-ink2'}`} />;
}
