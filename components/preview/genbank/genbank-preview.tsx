'use client';
import type { ModelOf } from '@labroom/formats/models';
import { visibleName } from '#lib/names/visible-name.ts';
import { Cell, Row, Table, TableHead } from '../../ui/table.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { readingPreview } from '../reading/with-reading.tsx';
import { PlasmidMap } from './plasmid-map.tsx';

export const GenbankPreview = readingPreview('genbank', (record) => <Genbank record={record} />);

const amount = (value: number) => value.toLocaleString('en');

function Genbank({ record }: { record: ModelOf<'genbank'> }) {
  const { name, definition, organism, length, claimedLength, isCircular, isProtein, gc } = record;
  const { features, featureCount, records } = record;
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          ['Name', visibleName(name) || null],
          ['Definition', definition || null],
          ['Organism', organism || null],
          ['Length', amount(length)],
          ['Topology', isCircular ? 'Circular' : 'Linear'],
          ['GC content', gc === null ? null : `${(gc * 100).toFixed(1)} %`],
        ]}
      />
      {claimedLength !== null && (
        <CutNote>{`The first line claims a length of ${amount(claimedLength)}; the sequence has ${amount(length)}.`}</CutNote>
      )}
      {records > 1 && <CutNote>{`Only the first of ${amount(records)} records is shown.`}</CutNote>}
      {isCircular && length > 0 && <PlasmidMap record={record} />}
      <Table caption="Features" scroller={{ className: 'max-h-[var(--preview-height,70dvh)]', tabIndex: 0 }}>
        <TableHead names={['Feature', 'Type', 'Location', ...(isProtein ? [] : ['Strand'])]} />
        <tbody>
          {features.map((feature, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: features may be equal
            <Row key={index}>
              <Cell>{visibleName(feature.name)}</Cell>
              <Cell>{visibleName(feature.type)}</Cell>
              <Cell className="tabular break-all">{feature.location}</Cell>
              {!isProtein && <Cell>{feature.isReverse ? 'Reverse' : 'Forward'}</Cell>}
            </Row>
          ))}
        </tbody>
      </Table>
      {featureCount > features.length && (
        <CutNote>{`The first ${amount(features.length)} of ${amount(featureCount)} features are listed.`}</CutNote>
      )}
    </div>
  );
}
