import { faceUrl } from '#lib/marks/picture-urls.ts';

interface FaceProps {
  address: string;
  isAgent: boolean;
  /** URL of the picture that the wallet chose. What is drawn from the address stands in its place until it is loaded. */
  picture?: string | null | undefined;
  /** Side in pixels. */
  size: number;
}

/** The picture of a wallet, else that of its address, round for a person and square for an agent. A name or an address stands beside it. */
export function Face({ address, isAgent, picture, size }: FaceProps) {
  const drawn = faceUrl(address, isAgent ? 'agent' : 'person');
  return (
    // biome-ignore lint/performance/noImgElement: an SVG of a few hundred bytes, or a picture in its display size
    <img
      src={picture ?? drawn}
      style={picture ? { background: `url(${drawn}) 0/100%` } : undefined}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className={isAgent ? 'shrink-0 rounded-sm' : 'shrink-0 rounded-full'}
    />
  );
}
