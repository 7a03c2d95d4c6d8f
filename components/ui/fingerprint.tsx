import { fingerprintUrl } from '#lib/marks/picture-urls.ts';
import { CopyButton } from './copy-button.tsx';

/** A hash or an id as bars and its first and last characters. It opens to the full value, and can be copied. */
export function Fingerprint({ value }: { value: string }) {
  const url = fingerprintUrl(value);
  const digits = value.replace(/^sha256[:-]/, '');
  const short = `${digits.slice(0, 8)}…${digits.slice(-6)}`;
  return (
    <div className="flex max-w-full items-start gap-1">
      <details className="min-w-0">
        <summary
          title="Show the full value"
          className="flex w-fit items-center gap-2 rounded font-mono text-xs leading-6 hover:underline"
        >
          {/* biome-ignore lint/performance/noImgElement: an SVG of a few hundred bytes */}
          {url && <img src={url} alt="" width={35} height={14} loading="lazy" className="shrink-0" />}
          {short}
        </summary>
        <span className="font-mono text-xs break-all">{value}</span>
      </details>
      <CopyButton text={value} label={`Copy ${short}`} className="touch:h-11" />
    </div>
  );
}
