import type { ReleaseFieldsFragment } from '@labroom/client/documents';
import type { ReactNode } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { buttonClass } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';

interface ChangesFormProps {
  path: string;
  /** The newest first. */
  releases: readonly ReleaseFieldsFragment[];
  from: string | undefined;
  to: string | undefined;
}

/** Chooses two releases, or two days. Both forms work without scripts. */
export function ChangesForm({ path, releases, from, to }: ChangesFormProps) {
  const isDays = /^\d/.test(from ?? '');
  return (
    <div className="flex flex-wrap gap-x-12 gap-y-6">
      {releases.length > 0 && (
        <form action={path} className="flex flex-wrap items-end gap-3" key={`releases ${from} ${to}`}>
          <Labelled id="from-release" label="From release">
            <Select id="from-release" name="from" defaultValue={isDays ? undefined : from}>
              {releases.map(releaseOption)}
            </Select>
          </Labelled>
          <Labelled id="to-release" label="to">
            <Select id="to-release" name="to" defaultValue={isDays ? undefined : (to ?? 'now')}>
              <option value="now">Now</option>
              {releases.map(releaseOption)}
            </Select>
          </Labelled>
          <button type="submit" className={buttonClass()}>
            Compare releases
          </button>
        </form>
      )}
      <form action={path} className="flex flex-wrap items-end gap-3" key={`days ${from} ${to}`}>
        <Labelled id="from-day" label="From the beginning of">
          <Input id="from-day" type="date" name="from" required defaultValue={isDays ? from : undefined} />
        </Labelled>
        <Labelled id="to-day" label="to the end of">
          <Input id="to-day" type="date" name="to" required defaultValue={isDays ? to : undefined} />
        </Labelled>
        <button type="submit" className={buttonClass()}>
          Compare days
        </button>
      </form>
    </div>
  );
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
    </div>
  );
}

const releaseOption = ({ number, name }: ReleaseFieldsFragment) => (
  <option key={number} value={`release-${number}`}>
    {number}: {visibleName(name)}
  </option>
);
