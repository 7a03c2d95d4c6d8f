'use client';
import type { ModelOf } from '@labroom/formats/models';
import { Folder, Link2, Table2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { visibleLines, visibleName } from '#lib/names/visible-name.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, Row, Table, TableHead } from '../../ui/table.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { WithReading } from '../reading/with-reading.tsx';
import { TableView } from '../table/table-view.tsx';

type ArrayFormat = 'fits' | 'hdf5' | 'npy' | 'r' | 'sqlite';
type ArrayFile = ModelOf<ArrayFormat>;
type ArrayNode = ArrayFile['nodes'][number];

const arraysPreview = (format: ArrayFormat, title: string) =>
  function ArraysPreview({ body, opensWith }: { body: Blob; opensWith: string }) {
    const [dataset, setDataset] = useState<string | null>(null);
    return (
      <WithReading format={format} body={body} options={{ dataset }} opensWith={opensWith}>
        {(file) => <Arrays title={title} file={file} dataset={dataset} onDataset={setDataset} />}
      </WithReading>
    );
  };

export const Hdf5Preview = arraysPreview('hdf5', 'HDF5');
export const FitsPreview = arraysPreview('fits', 'FITS');
export const RPreview = arraysPreview('r', 'R');
export const SqlitePreview = arraysPreview('sqlite', 'SQLite');
export const NpyPreview = arraysPreview('npy', 'NumPy');

const ICONS = { group: Folder, dataset: Table2, link: Link2, unreadable: TriangleAlert } as const;
const KINDS = { group: 'Group', dataset: 'Dataset', link: 'Link', unreadable: 'Damaged object' } as const;
const INDENT_REM = 1.25;
const MAX_INDENT = 8;

interface ArraysProps {
  /** Name of the format. */
  title: string;
  file: ArrayFile;
  /** Path of the dataset whose values were asked for. */
  dataset: string | null;
  onDataset: (path: string | null) => void;
}

function Arrays({ title, file: { format, nodes, isCut, values }, dataset, onDataset }: ArraysProps) {
  const countOf = (kind: ArrayNode['kind']) => nodes.filter((node) => node.kind === kind).length;
  // The root is not counted.
  const groups = countOf('group') - 1;
  // The only array of a file is shown without being asked for.
  const shown = dataset ?? values?.path ?? null;
  return (
    <div className="flex flex-col gap-6">
      <Facts
        facts={[
          ['Format', format ?? title],
          ['Groups', groups < 0 ? null : groups.toLocaleString('en')],
          ['Datasets', countOf('dataset').toLocaleString('en')],
        ]}
      />
      <Table caption="Contents of the file" scroller={{ className: 'max-h-[28rem]', tabIndex: 0 }}>
        <TableHead names={['Object', 'Shape', 'Type', 'Attributes']} />
        <tbody>
          {nodes.map((node) => (
            <ObjectRow key={node.path} node={node} isShown={node.path === shown} onDataset={onDataset} />
          ))}
        </tbody>
      </Table>
      {isCut && <CutNote>{`The first ${nodes.length.toLocaleString('en')} objects are listed.`}</CutNote>}
      {countOf('dataset') + countOf('unreadable') + countOf('link') === 0 && (
        <EmptyState title="The file has no datasets" />
      )}
      {shown !== null &&
        (values?.path === shown ? <Values values={values} /> : <Skeleton className="h-64" />)}
    </div>
  );
}

interface ObjectRowProps {
  node: ArrayNode;
  isShown: boolean;
  onDataset: (path: string | null) => void;
}

function ObjectRow({ node, isShown, onDataset }: ObjectRowProps) {
  const { path, name, depth, kind, shape, type, note, attributes } = node;
  const Icon = ICONS[kind];
  return (
    <Row selected={isShown}>
      <Cell>
        <span
          className="flex min-w-40 items-center gap-2"
          style={{ paddingLeft: `${Math.min(depth, MAX_INDENT) * INDENT_REM}rem` }}
        >
          <Icon aria-label={KINDS[kind]} className="size-4 shrink-0 text-ink2" />
          {kind === 'dataset' ? (
            <button
              type="button"
              aria-pressed={isShown}
              className="text-left break-all text-acc underline decoration-1 underline-offset-3 touch:min-h-10"
              onClick={() => onDataset(isShown ? null : path)}
            >
              {visibleName(name)}
            </button>
          ) : (
            <span className="break-all">{visibleName(name)}</span>
          )}
        </span>
      </Cell>
      <Cell className="tabular whitespace-nowrap">
        {kind === 'dataset' &&
          (shape.length > 0 ? shape.map((length) => length.toLocaleString('en')).join(' × ') : 'one value')}
      </Cell>
      <Cell>{[type, note && visibleName(note)].filter(Boolean).join('; ')}</Cell>
      <Cell>
        {attributes.map(([attribute, value]) => (
          <span key={attribute} className="block max-w-80 break-words whitespace-pre-line">
            <span className="text-ink2">{visibleName(attribute)}:</span> {visibleLines(value)}
          </span>
        ))}
      </Cell>
    </Row>
  );
}

function Values({ values: { path, header, rows, note } }: { values: NonNullable<ArrayFile['values']> }) {
  return (
    <section aria-label={`Values of ${visibleName(path)}`} className="flex flex-col gap-4">
      <h3 className="font-medium break-all">{visibleName(path)}</h3>
      {header.length > 0 && <TableView key={path} header={header} rows={rows} />}
      {note && <CutNote>{note}</CutNote>}
    </section>
  );
}
