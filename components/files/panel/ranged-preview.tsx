'use client';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { createRangeApi, openRangedObject } from '@labroom/client/download/read-range';
import { previewOf } from '@labroom/formats/formats';
import type { ByteSource } from '@labroom/formats/source/byte-source';
import { CircleCheck, Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ParquetPreview } from '#components/preview/parquet/stored-table-preview.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { callApi } from '#lib/api/browser.ts';
import { contentSize } from '#lib/data-room/content-size.ts';
import { rangedSource } from '#lib/download/ranged-source.ts';
import { AccessErrorPanel } from '../opened/access-error-panel.tsx';
import { TooLarge } from './too-large.tsx';

interface RangedPreviewProps {
  oclId: string;
  version: FileVersion;
  name: string;
}

type Opened =
  | { kind: 'closed' | 'opening' }
  | { kind: 'open'; source: ByteSource | null }
  | { kind: 'refused'; error: unknown };

/** The beginning of a table that is too large to be fetched: its list of columns and its first rows, verified chunk by chunk. */
export function RangedPreview({ oclId, version, name }: RangedPreviewProps) {
  const [opened, setOpened] = useState<Opened>({ kind: 'closed' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function open() {
    controller.current?.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    setOpened({ kind: 'opening' });
    try {
      const object = await openRangedObject(createRangeApi(callApi), oclId, version, signal);
      if (!signal.aborted) setOpened({ kind: 'open', source: object && rangedSource(object) });
    } catch (error) {
      if (!signal.aborted) setOpened({ kind: 'refused', error });
    }
  }

  switch (opened.kind) {
    case 'refused':
      return (
        <AccessErrorPanel
          error={opened.error}
          file={{ ref: version.did, path: version.path }}
          conditions={version.encryption?.accessControlConditions ?? ''}
          onRetry={open}
        />
      );
    case 'open':
      if (!opened.source) return <TooLarge version={version} name={name} />;
      return (
        <div className="flex flex-col gap-2">
          <ParquetPreview body={opened.source} opensWith={previewOf(name, version.contentType).opensWith} />
          <p className="flex items-center gap-1 text-sm text-good">
            <CircleCheck aria-hidden className="size-4 shrink-0" />
            {version.encryption
              ? 'What is shown was verified and decrypted here'
              : 'What is shown was verified'}
          </p>
        </div>
      );
    default:
      return (
        <EmptyState
          title={`${formatBytes(contentSize(version))}${version.encryption ? ', encrypted' : ''}`}
          action={
            <Button onClick={open} disabled={opened.kind === 'opening'}>
              <Eye aria-hidden className="size-4" />
              {version.encryption ? 'Decrypt and preview the beginning' : 'Preview the beginning'}
            </Button>
          }
        >
          The preview fetches the list of columns and the first rows, at most 64 MB.
        </EmptyState>
      );
  }
}
