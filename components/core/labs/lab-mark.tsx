import { labMarkUrl } from '#lib/marks/picture-urls.ts';
import { classNames } from '../../ui/class-names.ts';

interface LabMarkProps {
  oclId: string;
  /** URL of an image, from the service or in memory. */
  image: string | null;
  /** 24, 48 or 64 pixels. */
  size?: 'sm' | 'md' | 'lg';
}

const sizes = { sm: 'size-6', md: 'size-12', lg: 'size-16' };

/** The service has each image that it draws as PNG and, at a fraction of the size, as WebP. */
const small = (image: string) => image.replace(/(\/images\/[0-9a-f-]{36})\.png$/, '$1.webp');

/** The lab's image or, without one, the mark drawn from its id. */
export function LabMark({ oclId, image, size = 'md' }: LabMarkProps) {
  return (
    // biome-ignore lint/performance/noImgElement: the service serves images in their display size
    <img
      src={image ? small(image) : labMarkUrl(oclId, 'square')}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      className={classNames('shrink-0 rounded-sm object-cover', image && 'border border-line', sizes[size])}
    />
  );
}
