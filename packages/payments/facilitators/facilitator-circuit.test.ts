import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FacilitatorUnavailableError } from '../payment/facilitator.ts';
import { FacilitatorCircuit } from './facilitator-circuit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const hanging = () => new Promise<never>(() => {});
const open = { hangMs: 100, maxHanging: 3, openMs: 1_000 };

async function hangs(circuit: FacilitatorCircuit, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) void circuit.run(hanging);
  await vi.advanceTimersByTimeAsync(open.hangMs);
}

test('opens after three hanging requests, and returns when to retry', async () => {
  const circuit = new FacilitatorCircuit(open);
  await hangs(circuit, 3);
  const ask = vi.fn(async () => 'answer');
  await expect(circuit.run(ask)).rejects.toMatchObject({ retryAfterSeconds: 1 });
  expect(ask).not.toHaveBeenCalled();
});

test('stays closed if a response or an error arrives in time between them', async () => {
  const circuit = new FacilitatorCircuit(open);
  await hangs(circuit, 2);
  await expect(circuit.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await hangs(circuit, 2);
  expect(await circuit.run(async () => 'answer')).toBe('answer');
});

test('lets one request through when its time is over, whose response decides', async () => {
  const circuit = new FacilitatorCircuit(open);
  await hangs(circuit, 3);
  await vi.advanceTimersByTimeAsync(open.openMs);
  const trial = Promise.withResolvers<string>();
  const answer = circuit.run(() => trial.promise);
  await expect(circuit.run(async () => 'another')).rejects.toThrow(FacilitatorUnavailableError);
  trial.resolve('answer');
  expect(await answer).toBe('answer');
  expect(await circuit.run(async () => 'another')).toBe('another');
});

test('stays open while that request hangs', async () => {
  const circuit = new FacilitatorCircuit(open);
  await hangs(circuit, 3);
  await vi.advanceTimersByTimeAsync(open.openMs);
  await hangs(circuit, 1);
  await expect(circuit.run(async () => 'answer')).rejects.toThrow(FacilitatorUnavailableError);
});

test('limits concurrent requests', async () => {
  const circuit = new FacilitatorCircuit({ ...open, maxUnderWay: 2 });
  void circuit.run(hanging);
  void circuit.run(hanging);
  await expect(circuit.run(async () => 'answer')).rejects.toMatchObject({ retryAfterSeconds: 1 });
});
