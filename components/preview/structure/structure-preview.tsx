'use client';
import type { ModelOf } from '@labroom/formats/models';
import { useMemo } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { WithReading } from '../reading/with-reading.tsx';
import { inLines } from '../sequences/in-lines.ts';
import { AsText } from '../text/as-text.tsx';
import { chainColor } from './colors.ts';
import { StructureView } from './structure-view.tsx';

const structurePreview = (format: 'pdb' | 'cif') =>
  function StructurePreview({ body, opensWith }: { body: Blob; opensWith: string }) {
    return (
      <div className="flex flex-col gap-4">
        <WithReading format={format} body={body} opensWith={opensWith}>
          {(structure) => <Facts3d structure={structure} />}
        </WithReading>
        <AsText body={body} />
      </div>
    );
  };

export const PdbPreview = structurePreview('pdb');
export const CifPreview = structurePreview('cif');

const amount = (value: number) => value.toLocaleString('en');
const plural = (count: number, one: string) => `${amount(count)} ${one}${count === 1 ? '' : 's'}`;

function Facts3d({ structure }: { structure: ModelOf<'pdb'> }) {
  const { format, title, method, resolution, models, atomCount, atoms, bonds, chains, ligands, waters } =
    structure;
  const ids = useMemo(() => chains.map(({ id }) => id), [chains]);
  const residues = chains.reduce((sum, chain) => sum + chain.residues, 0);
  const ligandText = ligands.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
  const description = [
    title && visibleName(title),
    plural(atomCount, 'atom'),
    chains.length > 0 && `${plural(chains.length, 'chain')} with ${plural(residues, 'residue')}`,
    ligandText && `ligands: ${visibleName(ligandText)}`,
  ]
    .filter(Boolean)
    .join('; ');
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          ['Title', title && visibleName(title)],
          ['Format', format],
          ['Method', method && visibleName(method.toLowerCase())],
          ['Resolution', resolution === null ? null : `${resolution} Å`],
          ['Atoms', amount(atomCount)],
          ['Chains', chains.length === 0 ? null : amount(chains.length)],
          ['Residues', residues === 0 ? null : amount(residues)],
          ['Ligands and ions', visibleName(ligandText) || null],
          ['Water molecules', waters === 0 ? null : amount(waters)],
          ['Models', models > 1 ? amount(models) : null],
        ]}
      />
      <StructureView atoms={atoms} bonds={bonds} chains={ids} description={description} />
      {atomCount > atoms.length && (
        <CutNote>{`The first ${amount(atoms.length)} of ${amount(atomCount)} atoms are drawn.`}</CutNote>
      )}
      {models > 1 && <CutNote>{`The first of ${amount(models)} models is shown.`}</CutNote>}
      {chains.length > 0 && (
        <ul aria-label="Chains" className="border-t border-line">
          {chains.map((chain) => (
            <li key={chain.id} className="border-b border-line">
              <details>
                <summary className="py-2 text-sm">
                  <span
                    aria-hidden
                    className="mr-2 inline-block size-3 rounded-sm align-baseline"
                    style={{ background: chainColor(chain.id, ids) }}
                  />
                  <span className="font-semibold">Chain {visibleName(chain.id) || '(no name)'}</span>{' '}
                  <span className="tabular text-ink2">
                    {chain.kind === 'other' ? '' : `${chain.kind}, `}
                    {plural(chain.residues, 'residue')}
                  </span>
                </summary>
                <pre className="overflow-x-auto bg-wash p-3 font-mono text-sm">{inLines(chain.sequence)}</pre>
                {chain.residues > chain.sequence.length && (
                  <CutNote>{`The first ${amount(chain.sequence.length)} of ${amount(chain.residues)} residues are listed.`}</CutNote>
                )}
              </details>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
