'use client';
import { useIdentity } from '#lib/session/session-context.tsx';
import { part } from '../ui/part.tsx';

const Menu = part(async () => (await import('./switcher-menu.tsx')).SwitcherMenu, {
  failure: 'message',
  // As large as the button of the menu.
  loading: <span className="block h-8 w-15 touch:h-10" />,
});

/** Goes to one of the labs of the signed-in person, or to one that this browser opened last. */
export function LabSwitcher() {
  const identity = useIdentity();
  if (identity.kind !== 'signed-in') return null;
  return (
    <div data-lab-switcher className="relative z-10 shrink-0">
      <Menu wallet={identity.address} />
    </div>
  );
}
