import { type MarkFormat, markFormats } from '@labroom/marks/mark-formats';
import { labMarkUrl } from '#lib/marks/picture-urls.ts';

interface LabBannerProps {
  oclId: string;
  /** `banner` becomes `wide` on narrow screens. */
  format?: Exclude<MarkFormat, 'square'>;
  /** Below the beginning of the page: loaded when it is near. */
  isBelow?: boolean;
}

/** The picture drawn from a lab's id, over the whole width. It has no text on it. */
export function LabBanner({ oclId, format = 'banner', isBelow = false }: LabBannerProps) {
  const { width, height } = markFormats[format];
  return (
    <picture>
      {format === 'banner' && (
        <source media="(width < 40rem)" srcSet={labMarkUrl(oclId, 'wide')} {...markFormats.wide} />
      )}
      <img
        src={labMarkUrl(oclId, format)}
        alt=""
        width={width}
        height={height}
        loading={isBelow ? 'lazy' : undefined}
        className="block h-auto w-full"
      />
    </picture>
  );
}
