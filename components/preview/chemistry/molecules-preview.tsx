'use client';
import type { ModelOf } from '@labroom/formats/models';
import { useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { Button } from '../../ui/button.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { WithReading } from '../reading/with-reading.tsx';
import { StructureView } from '../structure/structure-view.tsx';
import { AsText } from '../text/as-text.tsx';
import { MoleculeDrawing } from './molecule-drawing.tsx';

type Molecules = ModelOf<'sdf'>;
type Molecule = Molecules['molecules'][number];

const moleculesPreview = (format: 'smiles' | 'molfile' | 'sdf') =>
  function MoleculesPreview({ body, opensWith }: { body: Blob; opensWith: string }) {
    return (
      <div className="flex flex-col gap-4">
        <WithReading format={format} body={body} opensWith={opensWith}>
          {(reading) => <MoleculeList reading={reading} />}
        </WithReading>
        <AsText body={body} />
      </div>
    );
  };

export const SmilesPreview = moleculesPreview('smiles');
export const MolfilePreview = moleculesPreview('molfile');
export const SdfPreview = moleculesPreview('sdf');

const amount = (value: number) => value.toLocaleString('en');

function MoleculeList({ reading: { format, count, molecules } }: { reading: Molecules }) {
  const only = molecules.length === 1 ? molecules[0] : undefined;
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          ['Format', format],
          ['Molecules', format === 'Molfile' ? null : amount(count)],
        ]}
      />
      {only ? (
        <Single molecule={only} />
      ) : (
        <ul
          aria-label="Molecules"
          className="grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:[:fullscreen_&]:grid-cols-4"
        >
          {molecules.map((molecule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: molecules may share a name
            <li key={index} className="flex min-w-0 flex-col gap-2 border-t border-line pt-4">
              <Single molecule={molecule} number={index + 1} />
            </li>
          ))}
        </ul>
      )}
      {count > molecules.length && (
        <CutNote>{`The first ${amount(molecules.length)} of ${amount(count)} molecules are shown.`}</CutNote>
      )}
    </div>
  );
}

/** Formulas have their numbers below the line. */
function Formula({ children }: { children: string }) {
  return children.split(/(\d+)/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal
    /^\d/.test(part) ? <sub key={index}>{part}</sub> : part,
  );
}

function Single({ molecule, number }: { molecule: Molecule; number?: number }) {
  const { name, formula, weight, drawing, problem, properties, atoms, bonds } = molecule;
  const [is3d, set3d] = useState(false);
  const title = visibleName(name) || (number === undefined ? '(no name)' : `Molecule ${number}`);
  const label = `Structural formula of ${title}${formula ? `, ${formula}` : ''}`;
  return (
    <>
      {is3d && atoms ? (
        <StructureView
          atoms={atoms}
          bonds={bonds}
          chains={['']}
          description={`${title}, ${amount(atoms.length)} atoms`}
        />
      ) : drawing ? (
        <div className={`flex items-center justify-center ${number === undefined ? 'h-64' : 'h-44'}`}>
          <MoleculeDrawing drawing={drawing} label={label} scale={number === undefined ? 1.8 : 1.1} />
        </div>
      ) : (
        <p className="flex min-h-24 items-center text-sm text-ink2">{problem}</p>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-2 text-sm">
        <p className="min-w-0">
          <span className="font-semibold break-words">{title}</span>{' '}
          {formula && (
            <span className="text-ink2">
              <Formula>{formula}</Formula>
              {weight !== null && `, ${weight.toFixed(2)} g/mol`}
            </span>
          )}
        </p>
        {atoms && (
          <Button size="sm" aria-pressed={is3d} onClick={() => set3d(!is3d)}>
            {is3d ? 'Show in 2D' : 'Show in 3D'}
          </Button>
        )}
      </div>
      {properties.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          {properties.map(([term, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal
            <div key={index} className="contents">
              <dt className="break-words text-ink2">{visibleName(term)}</dt>
              <dd className="tabular min-w-0 break-words">{visibleName(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
