import type { AccessKind } from '@labroom/marks/access-symbols';
import { accessLevelNames } from '@labroom/protocol/access-level';
import { staysPublic } from '#components/core/access/change-of-access.ts';

interface Access {
  kind: AccessKind;
  text: string;
  explanation: string;
}

const levels = new Map(
  Object.entries<Access>({
    PUBLIC: { kind: 'public', text: accessLevelNames.PUBLIC, explanation: 'Everyone can open it.' },
    ADMIN: {
      kind: 'team',
      text: accessLevelNames.ADMIN,
      explanation: 'Encrypted: members of the lab can open it.',
    },
    HOLDERS: {
      kind: 'holders',
      text: accessLevelNames.HOLDERS,
      explanation: 'Encrypted: holders of the lab’s token can open it.',
    },
  }),
);

/** Levels of later versions of the service. */
const otherLevel = (level: string): Access => ({
  kind: 'custom',
  text: level,
  explanation: 'Encrypted: those who meet its conditions can open it.',
});

/** Who can open a version of a level. `publicVersions` are older versions that stay public. */
export function accessOf(level: string, publicVersions: readonly number[] | null = null): Access {
  const access = levels.get(level) ?? otherLevel(level);
  if (access.kind === 'public' || !publicVersions?.length) return access;
  return {
    kind: 'was-public',
    text: `${access.text}, was public`,
    explanation: `${access.explanation} ${staysPublic(publicVersions)}`,
  };
}
