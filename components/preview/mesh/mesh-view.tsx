'use client';
import type { ModelOf } from '@labroom/formats/models';
import { Minus, Plus, RotateCcw } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '#components/ui/button.tsx';
import { drawMesh, firstTurn, turned } from './draw-mesh.ts';

const [WIDTH, HEIGHT] = [960, 640];
const first = { turn: firstTurn, zoom: 0.95 };
type Pose = typeof first;

const turnedBy = (right: number, down: number) => (pose: Pose) => ({
  ...pose,
  turn: turned(pose.turn, right, down),
});
const zoomedBy = (factor: number) => (pose: Pose) => ({
  ...pose,
  zoom: Math.min(Math.max(pose.zoom * factor, 0.1), 50),
});

const KEYS: Readonly<Record<string, (pose: Pose) => Pose>> = {
  ArrowLeft: turnedBy(-10, 0),
  ArrowRight: turnedBy(10, 0),
  ArrowUp: turnedBy(0, -10),
  ArrowDown: turnedBy(0, 10),
  '+': zoomedBy(1.2),
  '=': zoomedBy(1.2),
  '-': zoomedBy(1 / 1.2),
  '0': () => first,
};

/** A model that can be turned. It never moves by itself. */
export function MeshView({ mesh, label }: { mesh: ModelOf<'mesh'>; label: string }) {
  const [pose, setPose] = useState(first);
  const drawn = useDeferredValue(pose);
  const canvas = useRef<HTMLCanvasElement>(null);
  const help = useId();

  useEffect(() => {
    const { pixels } = drawMesh(mesh, { ...drawn, width: WIDTH, height: HEIGHT });
    canvas.current?.getContext('2d')?.putImageData(new ImageData(pixels, WIDTH, HEIGHT), 0, 0);
  }, [mesh, drawn]);

  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    setPose(act);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons === 1) setPose(turnedBy(event.movementX / 2, event.movementY / 2));
  };
  return (
    <figure className="flex flex-col gap-2">
      <span className="flex gap-1">
        <Button size="icon" aria-label="Zoom in" onClick={() => setPose(zoomedBy(1.2))}>
          <Plus aria-hidden className="size-4" />
        </Button>
        <Button size="icon" aria-label="Zoom out" onClick={() => setPose(zoomedBy(1 / 1.2))}>
          <Minus aria-hidden className="size-4" />
        </Button>
        <Button size="icon" aria-label="Reset the view" onClick={() => setPose(first)}>
          <RotateCcw aria-hidden className="size-4" />
        </Button>
      </span>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        aria-describedby={help}
        tabIndex={0}
        width={WIDTH}
        height={HEIGHT}
        className="max-h-[var(--preview-height,60dvh)] w-full cursor-grab touch-pan-y border border-line object-contain active:cursor-grabbing"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      />
      <figcaption id={help} className="text-sm text-ink2">
        Drag or use the arrow keys to turn the model, + and − to zoom, 0 to reset the view.
      </figcaption>
    </figure>
  );
}
