import { faceUrl } from '#lib/marks/picture-urls.ts';

interface FaceProps {
  address: string;
  isAgent: boolean;
  /** Side in pixels. */
  size: number;
}

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
