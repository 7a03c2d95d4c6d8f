'use client';
import { Minus, Plus, RotateCcw } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Coloring, StructureAtom } from './colors.ts';
import type { Representation, StructureViewer } from './viewer.ts';

interface StructureViewProps {
  atoms: readonly StructureAtom[];
  bonds: Uint32Array;
  chains: readonly string[];
  /** The text equivalent, for screen readers. */
  description: string;
}

/** The surface of more atoms would take minutes. */
const MAX_SURFACE_ATOMS = 20_000;

type State = 'loading' | 'shown' | 'without-webgl' | 'failed';

const KEYS: Readonly<Record<string, (viewer: StructureViewer) => void>> = {
  ArrowLeft: (viewer) => viewer.turn(-10, 0),
  ArrowRight: (viewer) => viewer.turn(10, 0),
  ArrowUp: (viewer) => viewer.turn(0, -10),
  ArrowDown: (viewer) => viewer.turn(0, 10),
  '+': (viewer) => viewer.zoom(1.2),
  '=': (viewer) => viewer.zoom(1.2),
  '-': (viewer) => viewer.zoom(1 / 1.2),
  '0': (viewer) => viewer.reset(),
};

/** A structure in three dimensions. It never moves by itself. */
export function StructureView({ atoms, bonds, chains, description }: StructureViewProps) {
  const hasBackbone = useMemo(
    () => atoms.some(({ name, isHetero }) => !isHetero && (name === 'CA' || name === 'P')),
    [atoms],
  );
  const [representation, setRepresentation] = useState<Representation>(hasBackbone ? 'cartoon' : 'sticks');
  const [coloring, setColoring] = useState<Coloring>(hasBackbone ? 'chain' : 'element');
  const [state, setState] = useState<State>('loading');
  const stage = useRef<HTMLDivElement>(null);
  const viewer = useRef<StructureViewer | null>(null);
  const help = useId();

  useEffect(() => {
    let isGone = false;
    const element = stage.current;
    const load = async () => {
      const loaded = await import('./viewer.ts');
      if (isGone || !element) return;
      if (!loaded.hasWebGl()) {
        setState('without-webgl');
        return;
      }
      viewer.current = new loaded.StructureViewer(element, { atoms, bonds });
      setState('shown');
    };
    load().catch(() => setState('failed'));
    const observer = new ResizeObserver(() => viewer.current?.resize());
    if (element) observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
      viewer.current?.remove();
      viewer.current = null;
      element?.replaceChildren();
    };
  }, [atoms, bonds]);

  useEffect(() => {
    if (state === 'shown') viewer.current?.show({ representation, coloring, chains });
  }, [state, representation, coloring, chains]);

  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
    if (!act || !viewer.current) return;
    event.preventDefault();
    act(viewer.current);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons === 1) viewer.current?.turn(event.movementX / 2, event.movementY / 2);
  };
  if (state === 'without-webgl' || state === 'failed') {
    return (
      <EmptyState title="The structure cannot be drawn here">
        {state === 'failed' ? 'Drawing it failed.' : 'This browser has no WebGL 2, or it is switched off.'}{' '}
        The facts of the structure are listed below.
      </EmptyState>
    );
  }
  return (
    <figure className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {hasBackbone && (
          <>
            <Choice
              label="Show as"
              value={representation}
              onChange={setRepresentation}
              options={{
                cartoon: 'Cartoon',
                sticks: 'Balls and sticks',
                ...(atoms.length <= MAX_SURFACE_ATOMS && { surface: 'Surface' }),
              }}
            />
            <Choice
              label="Color by"
              value={coloring}
              onChange={setColoring}
              options={{ chain: 'Chain', element: 'Element', fold: 'Helices and strands' }}
            />
          </>
        )}
        <span className="flex gap-1">
          <Button size="icon" aria-label="Zoom in" onClick={() => viewer.current?.zoom(1.2)}>
            <Plus aria-hidden className="size-4" />
          </Button>
          <Button size="icon" aria-label="Zoom out" onClick={() => viewer.current?.zoom(1 / 1.2)}>
            <Minus aria-hidden className="size-4" />
          </Button>
          <Button size="icon" aria-label="Reset the view" onClick={() => viewer.current?.reset()}>
            <RotateCcw aria-hidden className="size-4" />
          </Button>
        </span>
      </div>
      <div className="relative h-[var(--preview-height,26rem)] border border-line">
        {state === 'loading' && <Skeleton className="absolute inset-0" />}
        <div
          ref={stage}
          role="img"
          aria-label={description}
          aria-describedby={help}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys turn the structure
          tabIndex={0}
          data-state={state}
          className="absolute inset-0 cursor-grab touch-pan-y active:cursor-grabbing"
          onKeyDown={onKeyDown}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
        />
      </div>
      <figcaption id={help} className="text-sm text-ink2">
        Drag or use the arrow keys to turn the structure, + and − to zoom, 0 to reset the view.
      </figcaption>
    </figure>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: Partial<Record<Value, string>>;
}

function Choice<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {Object.entries(options).map(([key, name]) => (
          <option key={key} value={key}>
            {String(name)}
          </option>
        ))}
      </Select>
    </span>
  );
}
