'use client';
import type { FileDetail } from '@labroom/client/download/download-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import type { ModelOf } from '@labroom/formats/models';
import { type ComparisonPlan, planComparison } from '@labroom/formats/plan-comparison';
import { readInWorker } from '@labroom/formats/read-in-worker';
import { UnreadableFileError } from '@labroom/formats/source/unreadable-file-error';
import { CircleCheck, Lock } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { contentSize } from '#lib/data-room/content-size.ts';
import type { FileView } from '#lib/data-room/file-view.ts';
import { FileConditions } from '../../core/access/file-conditions.tsx';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { SignInPrompt } from '../../core/wallet/sign-in-prompt.tsx';
import { ChangeList } from '../../preview/comparison/change-list.tsx';
import { ImageComparison } from '../../preview/comparison/image-comparison.tsx';
import { FullScreen } from '../../preview/parts/full-screen.tsx';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/byte-size.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { AccessErrorPanel } from '../opened/access-error-panel.tsx';
import { isLockedFor } from '../opened/locked.ts';
import { useOpenedFile } from '../opened/use-opened-file.ts';
import { VersionFacts } from './version-facts.tsx';

type ContentPlan = Extract<ComparisonPlan, { kind: 'content' }>;

/** The largest tables take longer than a preview. */
const TIMEOUT_MS = 60_000;

export interface ComparedContentProps {
  file: FileDetail;
  former: FileVersion;
  later: FileVersion;
  /** How both are read. */
  view: FileView;
}

/** The differences between two versions. Their content is opened only if it can be compared. */
export function ComparedContent({ file, former, later, view }: ComparedContentProps) {
  const { me } = useDataRoom();
  const plan = planComparison(file.name, former, later);
  const locked = [former, later].find((version) => isLockedFor(me.identity, version));
  const facts = <VersionFacts former={former} later={later} />;
  if (former.contentHash === later.contentHash) {
    return (
      <>
        <p role="status" className="flex items-center gap-1 text-sm text-good">
          <CircleCheck aria-hidden className="size-4 shrink-0" />
          No change: the stored bytes have the same hash.
        </p>
        {facts}
      </>
    );
  }
  const refusal = refusalOf(plan, former, later);
  if (refusal || plan.kind === 'facts') {
    return (
      <>
        <EmptyState title="The content cannot be compared here.">{refusal}</EmptyState>
        {facts}
      </>
    );
  }
  if (locked) {
    return (
      <>
        <EmptyState title={`Version ${locked.version} is encrypted`} icon={<Lock aria-hidden />}>
          It opens for:
          <FileConditions version={locked} brief />
        </EmptyState>
        <SignInPrompt purpose="to compare if you meet these conditions" />
      </>
    );
  }
  return (
    <FullScreen>
      <OpenedComparison format={plan.format} former={former} later={later} view={view} />
      {facts}
    </FullScreen>
  );
}

function refusalOf(plan: ComparisonPlan, former: FileVersion, later: FileVersion): ReactNode {
  if (plan.kind === 'facts') return 'This kind of file is compared by hash, size, type and access only.';
  const large = [former, later].find(({ contentLength }) => contentLength > plan.maxBytes);
  return (
    large &&
    `Version ${large.version} has ${formatBytes(contentSize(large))}; versions of up to ${formatBytes(plan.maxBytes)} are compared.`
  );
}

interface OpenedComparisonProps extends Omit<ComparedContentProps, 'file'> {
  format: ContentPlan['format'];
}

type Result =
  | { kind: 'compared'; comparison: ModelOf<'comparison'> }
  | { kind: 'images'; images: ModelOf<'images'> }
  | { kind: 'failed'; message: string }
  | null;

async function resultOf(
  format: ContentPlan['format'],
  { before, after, view }: Record<'before' | 'after', Blob> & Pick<ComparedContentProps, 'view'>,
  signal: AbortSignal,
): Promise<Result> {
  const running = { signal, timeoutMs: TIMEOUT_MS };
  if (format === 'image') {
    const images = await readInWorker('images', after, { ...running, options: { former: before } });
    return { kind: 'images', images };
  }
  const options = { format, former: before, ...view };
  return { kind: 'compared', comparison: await readInWorker('comparison', after, { ...running, options }) };
}

function OpenedComparison({ format, former, later, view }: OpenedComparisonProps) {
  const { lab } = useDataRoom();
  const { state: one, open: openFormer } = useOpenedFile(lab.oclId, former);
  const { state: other, open: openLater } = useOpenedFile(lab.oclId, later);
  const [result, setResult] = useState<Result>(null);
  const open = useCallback(() => {
    void openFormer();
    void openLater();
  }, [openFormer, openLater]);
  useEffect(open, [open]);

  const before = one.kind === 'open' ? one.body : null;
  const after = other.kind === 'open' ? other.body : null;
  const compare = useCallback(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setResult(null);
    if (before && after) {
      resultOf(format, { before, after, view }, signal).then(setResult, (error: unknown) => {
        if (signal.aborted) return;
        const message = error instanceof UnreadableFileError ? error.message : 'A version cannot be read.';
        setResult({ kind: 'failed', message });
      });
    }
    return () => controller.abort();
  }, [before, after, format, view]);
  useEffect(compare, [compare]);

  for (const [state, version, reopen] of [
    [one, former, openFormer],
    [other, later, openLater],
  ] as const) {
    if (state.kind !== 'refused') continue;
    return (
      <div className="flex flex-col gap-2">
        <p className="text-sm font-medium">Version {version.version}</p>
        <AccessErrorPanel
          error={state.error}
          conditions={version.encryption?.accessControlConditions ?? ''}
          onRetry={() => void reopen()}
        />
      </div>
    );
  }
  if (!before || !after) {
    const fetched = [one, other].map((state) => (state.kind === 'opening' ? state.bytes : 0));
    const bytes =
      (before ? former.contentLength : (fetched[0] ?? 0)) + (after ? later.contentLength : (fetched[1] ?? 0));
    const total = former.contentLength + later.contentLength;
    return (
      <div className="flex flex-col gap-2 py-6 text-sm">
        <p role="status" className="flex items-center justify-between">
          <span>{former.encryption || later.encryption ? 'Fetching and decrypting' : 'Fetching'}</span>
          <span className="tabular text-ink2">
            {formatBytes(bytes)} of {formatBytes(total)}
          </span>
        </p>
        <ProgressBar label="Fetching both versions" value={bytes} max={Math.max(1, total)} />
      </div>
    );
  }
  if (!result) {
    return (
      <p role="status" className="py-6 text-sm">
        Comparing
      </p>
    );
  }
  if (result.kind === 'failed') {
    return (
      <ErrorState
        title="The versions cannot be compared."
        action={<Button onClick={compare}>Try again</Button>}
      >
        {result.message}
      </ErrorState>
    );
  }
  return (
    <>
      {result.kind === 'images' ? (
        <ImageComparison
          compared={result.images}
          former={{ ...former, body: before }}
          later={{ ...later, body: after }}
        />
      ) : (
        <ChangeList comparison={result.comparison} />
      )}
      <p className="flex items-center gap-1 text-sm text-good">
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        {former.encryption || later.encryption
          ? 'Decrypted and compared here; all hashes match'
          : 'Compared here; the hashes match'}
      </p>
    </>
  );
}
