import { TextLink } from '../ui/text-link.tsx';

const reasons = [
  {
    title: 'Rules that anyone can check',
    text: 'Who opens a file is a rule on a public blockchain, so anyone can read it and ask the chain. On a drive only its owner sees who may read.',
    link: { href: '/how-it-works', name: 'Who decides what' },
  },
  {
    title: 'Files that prove what they are',
    text: 'Each version has an author, a date and a hash. Drop a file to see whether a lab here has exactly these bytes, and since when.',
    link: { href: '/verify', name: 'Verify a file' },
  },
  {
    title: 'Each access on record',
    text: 'Encrypted files are closed before they leave the author’s browser. Every key that is released is recorded for the owners of the lab.',
    link: { href: '/verify/encryption', name: 'Try the encryption' },
  },
  {
    title: 'A lab that can be owned',
    text: 'A lab is a token: people can own it together, sell it with all its files, and share it with partners by a token of its own.',
    link: { href: '/labs/new', name: 'New lab' },
  },
];

/** What a lab gets here that neither a drive nor an archive has. */
export function Why() {
  return (
    <ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
      {reasons.map(({ title, text, link }) => (
        <li key={title} className="flex flex-col items-start gap-2">
          <h3 className="text-lg">{title}</h3>
          <p className="text-ink2">{text}</p>
          <TextLink href={link.href}>{link.name}</TextLink>
        </li>
      ))}
    </ul>
  );
}
