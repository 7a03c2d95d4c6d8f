/** Weight of what is drawn in one frame; an element weighs 1. */
const FRAME_WEIGHT = 500;

/** A part that is not drawn in this time, such as one that is hidden, does not keep the others waiting. */
const LONGEST_TURN_MS = 1_000;

interface Turn {
  run: () => void;
  weight: number;
}

const waiting: Turn[] = [];
const running = new Set<Turn>();
let isScheduled = false;

/**
 * Runs what draws a part of somebody else's text when it is its turn: the parts of all texts of the page together draw a
 * bounded number of elements in a frame, and the next ones wait until these are on the page.
 * @param weight number of elements that are drawn
 * @returns ends the turn, or gives it up
 */
export function takeTurn(run: () => void, weight: number): () => void {
  const turn = { run, weight };
  waiting.push(turn);
  schedule();
  return () => end(turn);
}

function end(turn: Turn): void {
  const at = waiting.indexOf(turn);
  if (at >= 0) waiting.splice(at, 1);
  if (running.delete(turn)) schedule();
}

function schedule(): void {
  if (isScheduled || running.size > 0 || waiting.length === 0) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    let weight = 0;
    while (waiting.length > 0 && (weight === 0 || weight + (waiting[0]?.weight ?? 0) <= FRAME_WEIGHT)) {
      const turn = waiting.shift() as Turn;
      weight += turn.weight;
      running.add(turn);
      setTimeout(end, LONGEST_TURN_MS, turn);
      turn.run();
    }
  });
}
