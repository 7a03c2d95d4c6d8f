import Link from 'next/link';
import { labPath } from '#lib/api/lab-reference.ts';
import type { Doors } from '#lib/labs/choose-doors.ts';
import { buttonClass } from '../ui/button.tsx';
import { StartAs } from './start-as.tsx';

interface WaysInProps extends Doors {
  /** Number of labs of the local owner. */
  ownedLabs: number;
}

/** Ways to try the app on the local chain, where the accounts need no wallet. A door without a lab behind it is left out. */
export function WaysIn({ visitor, contributor, owner, ownedLabs }: WaysInProps) {
  const ways = [
    visitor && {
      title: 'Look around',
      text: 'Read public files and see what is closed to you. No account is needed.',
      action: (
        <Link href={labPath(visitor, 'files')} prefetch={false} className={buttonClass()}>
          Open a data room
        </Link>
      ),
    },
    contributor && {
      title: 'Be a researcher',
      text: 'Sign in as a contributor: open encrypted files and upload your own.',
      action: (
        <StartAs account="contributor" path={labPath(contributor, 'files')} label="Start as a contributor" />
      ),
    },
    owner && {
      title: 'Be an owner',
      text: `Sign in as the owner of ${ownedLabs === 1 ? 'a lab' : `${ownedLabs} labs`}: invite people, publish files, issue a token.`,
      action: <StartAs account="owner" path={labPath(owner)} label="Start as an owner" />,
    },
  ].filter((way) => way !== null && way !== '');
  return (
    <ul className="grid gap-x-6 gap-y-8 md:grid-cols-3">
      {ways.map(({ title, text, action }) => (
        <li key={title} className="flex flex-col items-start gap-2">
          <h3 className="text-lg">{title}</h3>
          <p className="mb-2 max-w-prose text-ink2">{text}</p>
          {action}
        </li>
      ))}
    </ul>
  );
}
