import { Search } from 'lucide-react';
import { buttonClass } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import { LinkChoices } from '../ui/link-choices.tsx';
import { Select } from '../ui/select.tsx';
import { type LabsRole, type LabsView, labsPath } from './labs-view.ts';

const roleNames: Readonly<Record<LabsRole, string>> = {
  mine: 'My labs',
  owner: 'As owner',
  contributor: 'As contributor',
  viewer: 'As viewer',
};

const levels = [2, 3, 4, 5, 6, 7, 8, 9];

interface LabsToolbarProps {
  view: LabsView;
  /** The role filter needs a signed-in user. */
  signedIn: boolean;
}

/** Search, filters and order of the list of labs: a GET form and links, with all state in the URL. */
export function LabsToolbar({ view, signedIn }: LabsToolbarProps) {
  return (
    <div className="flex flex-col gap-4">
      <form action="/labs" method="get" className="flex flex-col gap-2">
        <div className="flex gap-2">
          <search className="relative min-w-0 flex-1">
            <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-ink2" />
            <Input
              type="search"
              name="search"
              defaultValue={view.search}
              aria-label="Search labs by name or description"
              placeholder="Search labs"
              className="pl-10"
            />
          </search>
          {view.role && <input type="hidden" name="role" value={view.role} />}
          <button type="submit" className={buttonClass('secondary')}>
            Search
          </button>
        </div>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          <Select name="verified" aria-label="Verification" defaultValue={view.verified ?? ''}>
            <option value="">Verified or not</option>
            <option value="yes">Verified</option>
            <option value="no">Not verified</option>
          </Select>
          <Select name="readiness" aria-label="Readiness" defaultValue={view.readiness ?? ''}>
            <option value="">Any readiness</option>
            {levels.map((level) => (
              <option key={level} value={level}>
                {level === 9 ? 'TRL 9' : `TRL ${level} or higher`}
              </option>
            ))}
          </Select>
          <Select name="sort" aria-label="Order" defaultValue={view.sort ?? ''} className="max-sm:col-span-2">
            <option value="">Latest contribution first</option>
            <option value="newest">Newest lab first</option>
            <option value="name">By name</option>
          </Select>
        </div>
      </form>
      {signedIn && (
        <LinkChoices
          label="Filter by my role"
          choices={[undefined, ...(Object.keys(roleNames) as LabsRole[])].map((role) => ({
            name: role ? roleNames[role] : 'Any role',
            href: labsPath({ ...view, role, page: 0 }),
            isChosen: role === view.role,
          }))}
        />
      )}
    </div>
  );
}
