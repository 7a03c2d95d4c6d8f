import { accessOf } from '../core/access/access-of.ts';
import { formatBytes } from '../ui/byte-size.tsx';
import { Figure } from '../ui/figures/figure.tsx';
import type { Fill } from '../ui/figures/fills.tsx';
import { Legend } from '../ui/figures/legend.tsx';
import { Treemap } from '../ui/figures/treemap.tsx';
import type { RoomFigures } from './contributions-figure.tsx';
import { fileTypeOf } from './file-types.ts';

type Extension = RoomFigures['extensions'][number];

/** What is in a data room: an area per type and access, in proportion to the bytes of the newest versions. */
export function RoomFigure({ number, extensions }: { number: number; extensions: readonly Extension[] }) {
  const groups = [...Map.groupBy(extensions, ({ extension }) => fileTypeOf(extension))]
    .map(([name, items]) => ({ name, items, bytes: bytesOf(items) }))
    .sort((one, other) => other.bytes - one.bytes);
  const levels = [...new Set(extensions.map(({ accessLevel }) => accessLevel))].sort(
    (one, other) => order.indexOf(one) - order.indexOf(other),
  );
  return (
    <Figure
      number={number}
      title="What is in the room"
      unit={`area: bytes, ${formatBytes(bytesOf(extensions))} in newest versions`}
      sentence={sentenceOf(extensions, groups[0])}
      legend={<Legend items={levels.map((level) => ({ name: accessOf(level).text, fill: fillOf(level) }))} />}
      table={{
        columns: ['Type', 'Access', 'Files', 'Size'],
        rows: groups.flatMap(({ name, items }) =>
          items.map((item) => [
            `${name}, ${nameOf(item)}`,
            accessOf(item.accessLevel).text,
            item.fileCount.toLocaleString('en'),
            formatBytes(item.bytes),
          ]),
        ),
      }}
    >
      <Treemap
        groups={groups.map(({ name, items, bytes }) => ({
          name,
          shown: formatBytes(bytes),
          items: items.map((item) => ({
            name: nameOf(item),
            title: `${nameOf(item)}, ${accessOf(item.accessLevel).text}: ${filesText(item.fileCount)}, ${formatBytes(item.bytes)}`,
            size: Number(item.bytes),
            fill: fillOf(item.accessLevel),
          })),
        }))}
      />
    </Figure>
  );
}

const order = ['PUBLIC', 'HOLDERS', 'ADMIN'];

const nameOf = ({ extension }: Extension) => extension ?? 'no extension';
const bytesOf = (items: readonly Extension[]) => items.reduce((sum, { bytes }) => sum + Number(bytes), 0);
const filesText = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`;

function fillOf(accessLevel: string): Fill {
  const { kind } = accessOf(accessLevel);
  return kind === 'public' ? 'tint' : kind;
}

function sentenceOf(
  extensions: readonly Extension[],
  largest: { name: string; bytes: number } | undefined,
): string {
  const all = bytesOf(extensions);
  const open = bytesOf(extensions.filter(({ accessLevel }) => accessLevel === 'PUBLIC'));
  const most = largest ? `${largest.name}: ${shareText(largest.bytes, all)} of the bytes. ` : '';
  const share = shareText(open, all);
  return `${most}${share.charAt(0).toUpperCase()}${share.slice(1)} of the bytes are open to everyone.`;
}

/** A share in percent that is 0 or 100 only where that is exact. */
function shareText(part: number, whole: number): string {
  if (part === whole) return '100 %';
  if (part === 0) return '0 %';
  const percent = Math.round((part / whole) * 100);
  if (percent === 100) return 'more than 99 %';
  return percent === 0 ? 'less than 1 %' : `${percent} %`;
}
