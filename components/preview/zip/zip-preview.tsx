'use client';
import type { ModelOf } from '@labroom/formats/models';
import { visibleName } from '#lib/names/visible-name.ts';
import { formatBytes } from '../../ui/byte-size.tsx';
import { DrawnList } from '../../ui/drawn-list.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '../../ui/table.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { readingPreview } from '../reading/with-reading.tsx';

const MAX_NAME = 300;

export const ZipPreview = readingPreview('zip', (listing) => <Listing listing={listing} />);

/** Names and sizes of the files in a ZIP, as the ZIP claims them. Nothing is unpacked. */
function Listing({ listing: { count, entries } }: { listing: ModelOf<'zip'> }) {
  if (count === 0) return <p className="text-sm text-ink2">The ZIP is empty.</p>;
  return (
    <div className="flex flex-col gap-2">
      <Table
        caption="Files in the ZIP"
        scroller={{ className: 'max-h-[var(--preview-height,70dvh)]', tabIndex: 0 }}
      >
        <TableHead names={['Name']}>
          <HeaderCell className="text-right">Size</HeaderCell>
          <HeaderCell className="text-right">Compressed</HeaderCell>
          <HeaderCell>Encrypted</HeaderCell>
        </TableHead>
        <tbody>
          <DrawnList items={entries} step={100}>
            {({ name, isFolder, isEncrypted, bytes, packedBytes }, index) => (
              <Row key={index}>
                <Cell className="min-w-60 break-all">{visibleName(name.slice(0, MAX_NAME))}</Cell>
                <Cell className="tabular text-right whitespace-nowrap">
                  {!isFolder && formatBytes(bytes)}
                </Cell>
                <Cell className="tabular text-right whitespace-nowrap">
                  {!isFolder && formatBytes(packedBytes)}
                </Cell>
                <Cell>{isEncrypted && 'Yes'}</Cell>
              </Row>
            )}
          </DrawnList>
        </tbody>
      </Table>
      {count > entries.length && (
        <CutNote>{`The first ${entries.length} of ${count.toLocaleString('en')} entries are listed.`}</CutNote>
      )}
      <p className="text-sm text-ink2">The sizes are what the ZIP says. Nothing was unpacked.</p>
    </div>
  );
}
