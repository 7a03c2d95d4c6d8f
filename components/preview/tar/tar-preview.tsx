'use client';
import type { ModelOf } from '@labroom/formats/models';
import { visibleName } from '#lib/names/visible-name.ts';
import { formatBytes } from '../../ui/byte-size.tsx';
import { DrawnList } from '../../ui/drawn-list.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '../../ui/table.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { readingPreview } from '../reading/with-reading.tsx';

const MAX_NAME = 300;

export const TarPreview = readingPreview('tar', (listing) => <Listing listing={listing} />);

const shown = (name: string) => visibleName(name.slice(0, MAX_NAME));

/** Names and sizes of the files in a TAR, as the TAR claims them. */
function Listing({ listing: { count, entries, isCut } }: { listing: ModelOf<'tar'> }) {
  if (count === 0) return <p className="text-sm text-ink2">The TAR is empty.</p>;
  return (
    <div className="flex flex-col gap-2">
      <Table
        caption="Files in the TAR"
        scroller={{ className: 'max-h-[var(--preview-height,70dvh)]', tabIndex: 0 }}
      >
        <TableHead names={['Name']}>
          <HeaderCell className="text-right">Size</HeaderCell>
        </TableHead>
        <tbody>
          <DrawnList items={entries} step={100}>
            {({ name, kind, bytes, target }, index) => (
              <Row key={index}>
                <Cell className="min-w-60 break-all">
                  {shown(name)}
                  {target !== null && <span className="text-ink2">{` → ${shown(target)}`}</span>}
                </Cell>
                <Cell className="tabular text-right whitespace-nowrap">
                  {kind === 'file' && formatBytes(bytes)}
                </Cell>
              </Row>
            )}
          </DrawnList>
        </tbody>
      </Table>
      {(isCut || count > entries.length) && (
        <CutNote>
          {`The first ${entries.length.toLocaleString('en')} of ${count.toLocaleString('en')}${isCut ? ' or more' : ''} entries are listed.`}
        </CutNote>
      )}
      <p className="text-sm text-ink2">The sizes are what the TAR says. Its files were not unpacked.</p>
    </div>
  );
}
