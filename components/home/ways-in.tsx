import Link from 'next/link';
import { buttonClass } from '../ui/button.tsx';
import { StartAs } from './start-as.tsx';

/** Three ways to try the app on the local chain, where the accounts need no wallet. */
export function WaysIn({ labFilesPath }: { labFilesPath: string }) {
  const ways = [
    {
      title: 'Look around',
      text: 'Read public files and see what is closed to you. No account is needed.',
      action: (
        <Link href={labFilesPath} prefetch={false} className={buttonClass()}>
          Open a data room
        </Link>
      ),
    },
    {
      title: 'Be a researcher',
      text: 'Sign in as a contributor: open encrypted files and upload your own.',
      action: <StartAs account="contributor" path={labFilesPath} label="Start as a contributor" />,
    },
    {
      title: 'Be an owner',
      text: 'Sign in as the owner of two labs: invite people, publish files, issue a token.',
      action: <StartAs account="owner" path="/?role=owner" label="Start as an owner" />,
    },
  ];
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
