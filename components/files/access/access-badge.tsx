import { Globe, Lock, Users } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import { olderPublic } from './change-of-access.ts';

const levels = {
  PUBLIC: { text: 'Public', icon: Globe, tone: 'neutral', explanation: 'Everyone can open it.' },
  ADMIN: {
    text: 'Team',
    icon: Lock,
    tone: 'acc',
    explanation: 'Encrypted: members of the lab can open it.',
  },
  HOLDERS: {
    text: 'Holders',
    icon: Users,
    tone: 'acc',
    explanation: 'Encrypted: holders of the lab’s token can open it.',
  },
} as const;

/** Display name of an access level. */
export function accessLevelName(level: string): string {
  return isLevel(level) ? levels[level].text : level;
}

export function AccessBadge({ level }: { level: string }) {
  if (!isLevel(level)) return <Badge>{level}</Badge>;
  const { text, icon: Icon, tone, explanation } = levels[level];
  return (
    <span title={explanation}>
      <Badge tone={tone} icon={<Icon aria-hidden />}>
        {text}
      </Badge>
    </span>
  );
}

/** Warns that a secret file has older public versions. */
export function OlderPublic({ versions }: { versions: readonly number[] | null }) {
  const text = olderPublic(versions);
  return (
    text && (
      <Badge tone="warn" icon={<Globe aria-hidden />}>
        {text}
      </Badge>
    )
  );
}

const isLevel = (level: string): level is keyof typeof levels => Object.hasOwn(levels, level);
