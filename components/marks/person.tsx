'use client';
import { faceUrl } from '#lib/marks/picture-urls.ts';
import { useIdentity } from '#lib/session/session-context.tsx';
import { Address } from '../ui/address.tsx';

interface PersonProps {
  /** Address of a wallet. */
  value: string;
  href?: string | undefined;
  isAgent?: boolean;
  /** Side of the picture in pixels. */
  size?: 20 | 28 | 40;
}

/** A person or an agent: the picture of the address, and the address or "You" for the user's own wallet. */
export function Person({ value, href, isAgent = false, size = 20 }: PersonProps) {
  const identity = useIdentity();
  const isReader = 'address' in identity && identity.address === value.toLowerCase();
  return (
    <span className="group/person inline-flex max-w-full items-center gap-2 align-middle">
      <Face address={value} isAgent={isAgent} size={size} />
      <Address value={value} label={isReader ? 'You' : undefined} href={href} isQuiet />
    </span>
  );
}

type FaceProps = { address: string } & Required<Pick<PersonProps, 'isAgent' | 'size'>>;

/** The picture of an address, round for a person and square for an agent. A name or an address stands beside it. */
export function Face({ address, isAgent, size }: FaceProps) {
  return (
    // biome-ignore lint/performance/noImgElement: an SVG of a few hundred bytes
    <img
      src={faceUrl(address, isAgent ? 'agent' : 'person')}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className={isAgent ? 'shrink-0 rounded-sm' : 'shrink-0 rounded-full'}
    />
  );
}
