import { classNames } from '../../ui/class-names.ts';
import { accessOf } from './access-of.ts';
import { AccessSymbol } from './access-symbol.tsx';

interface AccessBadgeProps {
  /** Level of the version that is shown. */
  level: string;
  /** Older versions that stay public, if the version that is shown is the newest. */
  publicVersions?: readonly number[] | null;
}

/** Who can open a version, as a symbol and a word, and whether the file was public before. */
export function AccessBadge({ level, publicVersions = null }: AccessBadgeProps) {
  const { kind, text, explanation } = accessOf(level, publicVersions);
  return (
    <span title={explanation} className={classNames('inline-flex items-center gap-1.5 text-sm', tone(kind))}>
      <AccessSymbol kind={kind} />
      {text}
    </span>
  );
}

function tone(kind: ReturnType<typeof accessOf>['kind']): string {
  if (kind === 'was-public') return 'text-warn';
  return kind === 'public' ? 'text-ink2' : 'text-acc';
}
