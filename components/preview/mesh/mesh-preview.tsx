'use client';
import type { ModelOf } from '@labroom/formats/models';
import { visibleName } from '#lib/names/visible-name.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { readingPreview } from '../reading/with-reading.tsx';
import { MeshView } from './mesh-view.tsx';

type Mesh = ModelOf<'mesh'>;

export const MeshPreview = readingPreview('mesh', (mesh) => <Model mesh={mesh} />);

const amount = (value: number) => value.toLocaleString('en');
const length = (value: number) =>
  Number(value.toPrecision(6)).toLocaleString('en', { maximumSignificantDigits: 6 });

function Model({ mesh }: { mesh: Mesh }) {
  const { format, title, triangleCount, vertexCount, box, drawn, positions } = mesh;
  const counted =
    triangleCount > 0 ? `${amount(triangleCount)} triangles` : `${amount(vertexCount ?? 0)} points`;
  const shown = positions.length / (drawn === 'triangles' ? 9 : 3);
  return (
    <div className="flex flex-col gap-6">
      <Facts
        facts={[
          ['Format', format],
          ['Title', title && visibleName(title)],
          ['Triangles', amount(triangleCount)],
          [triangleCount > 0 ? 'Corners' : 'Points', vertexCount === null ? null : amount(vertexCount)],
          ['Size', box && `about ${sizeOf(box)}`],
          ['Unit', 'unknown: the file does not tell what the lengths are measured in'],
        ]}
      />
      {box ? (
        <MeshView mesh={mesh} label={`Model of ${counted}`} />
      ) : (
        <EmptyState title="The model is empty" />
      )}
      {shown < (drawn === 'triangles' ? triangleCount : (vertexCount ?? 0)) && (
        <CutNote>{`The first ${amount(shown)} ${drawn} are drawn. Download the file to see all of them.`}</CutNote>
      )}
    </div>
  );
}

const sizeOf = ({ min, max }: NonNullable<Mesh['box']>) =>
  [0, 1, 2].map((axis) => length((max[axis] ?? 0) - (min[axis] ?? 0))).join(' × ');
