'use client';
import { type FileDetail, versionOf } from '@labroom/client/download/download-api';
import { planComparison } from '@labroom/formats/plan-comparison';
import { GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { Field } from '#components/ui/field.tsx';
import { part } from '#components/ui/part.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { contentSize } from '#lib/data-room/content-size.ts';
import { viewOfSaved } from '#lib/data-room/file-view.ts';
import type { ComparedContentProps } from './compared-content.tsx';
import { type ComparedVersions, parseCompared } from './compared-versions.ts';

const ComparedContent = part(async () => (await import('./compared-content.tsx')).ComparedContent, {
  loading: <Skeleton className="h-32" />,
});

interface CompareVersionsProps {
  file: FileDetail;
  /** The file was loaded with the page; fresh download URLs are still being fetched. */
  isFirst: boolean;
}

/** Chooses two versions of a file and compares them when asked. The URL names both. */
export function CompareVersions({ file, isFirst }: CompareVersionsProps) {
  const { location } = useDataRoom();
  const linked = parseCompared(location.compared);
  const numbers = (file.versions ?? []).map(({ version }) => version);
  const isKnown = linked && numbers.includes(linked.former) && numbers.includes(linked.later);
  const [chosen, setChosen] = useState<ComparedVersions>(
    isKnown ? linked : { former: numbers[1] ?? 0, later: numbers[0] ?? 0 },
  );
  // As they were when the comparison began: a refreshed file would start it again.
  const [compared, setCompared] = useState<Omit<ComparedContentProps, 'file'> | null>(null);
  if (numbers.length < 2) return null;

  const choose = (side: keyof ComparedVersions) => (
    <Field label={side === 'former' ? 'Compare' : 'with'}>
      {(control) => (
        <Select
          {...control}
          value={chosen[side]}
          onChange={({ target }) => {
            setChosen({ ...chosen, [side]: Number(target.value) });
            setCompared(null);
          }}
        >
          {numbers.map((number) => (
            <option key={number} value={number}>
              Version {number}
              {number === file.version ? ' (newest)' : ''}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );

  return (
    <section aria-label="Compare versions" className="flex min-w-0 flex-col gap-4 pb-6">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const [former, later] = [versionOf(file, chosen.former), versionOf(file, chosen.later)];
          if (!former || !later) return;
          location.compare(`${chosen.former}-${chosen.later}`);
          setCompared({ former, later, view: location.fileView ?? viewOfSaved(file.savedView) });
        }}
      >
        {choose('former')}
        {choose('later')}
        <Button type="submit" disabled={isFirst || chosen.former === chosen.later}>
          <GitCompareArrows aria-hidden className="size-4" />
          Compare
        </Button>
        <Cost file={file} {...chosen} />
      </form>
      {compared && (
        <ComparedContent
          key={`${compared.former.version} ${compared.later.version}`}
          file={file}
          {...compared}
        />
      )}
    </section>
  );
}

/** What is fetched for a comparison, known before it is fetched. */
function Cost({ file, former: one, later: other }: ComparedVersions & { file: FileDetail }) {
  const [former, later] = [versionOf(file, one), versionOf(file, other)];
  if (!former || !later || former === later) return null;
  const plan = planComparison(file.name, former, later);
  const sizes = `${formatBytes(contentSize(former))} and ${formatBytes(contentSize(later))}`;
  return (
    <p className="basis-full text-sm text-ink2">
      {plan.kind === 'facts'
        ? 'Nothing is fetched: this kind of file is compared by hash, size, type and access.'
        : `Both versions are fetched and compared in this browser: ${sizes}. The limit is ${formatBytes(plan.maxBytes)} each.`}
    </p>
  );
}
