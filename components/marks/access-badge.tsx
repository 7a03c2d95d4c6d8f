import type { AccessKind } from '#packages/marks/access-symbols.ts';
import { staysPublic } from '../files/access/change-of-access.ts';
import { classNames } from '../ui/class-names.ts';
import { AccessSymbol } from './access-symbol.tsx';

interface Level {
  kind: AccessKind;
  text: string;
  explanation: string;
}

const levels = new Map<string, Level>(
  Object.entries<Level>({
    PUBLIC: { kind: 'public', text: 'Public', explanation: 'Everyone can open it.' },
    ADMIN: { kind: 'team', text: 'Team', explanation: 'Encrypted: members of the lab can open it.' },
    HOLDERS: {
      kind: 'holders',
      text: 'Holders',
      explanation: 'Encrypted: holders of the lab’s token can open it.',
    },
  }),
);

/** Levels of later versions of the service. */
const otherLevel = (level: string): Level => ({
  kind: 'custom',
  text: level,
  explanation: 'Encrypted: those who meet its conditions can open it.',
});

/** Display name of an access level. */
export function accessLevelName(level: string): string {
  return levels.get(level)?.text ?? level;
}

interface AccessBadgeProps {
  /** Level of the version that is shown. */
  level: string;
  /** Older versions that stay public, if the version that is shown is the newest. */
  publicVersions?: readonly number[] | null;
}

/** Who can open a version, as a symbol and a word, and whether the file was public before. */
export function AccessBadge({ level, publicVersions }: AccessBadgeProps) {
  const { kind, text, explanation } = levels.get(level) ?? otherLevel(level);
  const wasPublic = kind !== 'public' && !!publicVersions?.length;
  return (
    <span
      title={wasPublic ? `${explanation} ${staysPublic(publicVersions)}` : explanation}
      className={classNames(
        'inline-flex items-center gap-1.5 text-sm',
        wasPublic ? 'text-warn' : kind === 'public' ? 'text-ink2' : 'text-acc',
      )}
    >
      <AccessSymbol kind={wasPublic ? 'was-public' : kind} />
      {wasPublic ? `${text}, was public` : text}
    </span>
  );
}
