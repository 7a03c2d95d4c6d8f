import { expect, test } from 'vitest';
import { NonceAllocator } from './nonce-allocator.ts';

/** A chain that accepts transactions in order, slowly, and also from another process. */
class Pool {
  taken: number[] = [];
  reads = 0;
  #busy = false;

  read = async () => {
    this.reads += 1;
    return this.taken.length;
  };

  take = async (nonce: number) => {
    expect(this.#busy).toBe(false);
    this.#busy = true;
    await new Promise((resolve) => setImmediate(resolve));
    this.#busy = false;
    if (nonce !== this.taken.length) throw new Error(`Nonce too low: expected ${this.taken.length}`);
    this.taken.push(nonce);
    return nonce;
  };
}

test('sends concurrent transactions in sequence and reads the nonce once', async () => {
  const pool = new Pool();
  const allocator = new NonceAllocator(pool.read);
  const nonces = await Promise.all(Array.from({ length: 10 }, () => allocator.send(pool.take)));
  expect(nonces).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(pool.reads).toBe(1);
});

test('replaces a nonce that another process used by the one that the chain reports', async () => {
  const pool = new Pool();
  const allocator = new NonceAllocator(pool.read);
  await allocator.send(pool.take);
  pool.taken.push(1, 2);
  expect(await allocator.send(pool.take)).toBe(3);
});

test('a rejected transaction leaves no gap', async () => {
  const pool = new Pool();
  const allocator = new NonceAllocator(pool.read);
  const refused = allocator.send(async () => {
    throw new Error('insufficient funds');
  });
  const next = allocator.send(pool.take);
  await expect(refused).rejects.toThrow('insufficient funds');
  expect(await next).toBe(0);
});

test('a chain that always rejects the nonce is not retried endlessly', async () => {
  const pool = new Pool();
  const allocator = new NonceAllocator(pool.read);
  const refusing = allocator.send(async () => {
    throw new Error('replacement transaction underpriced');
  });
  await expect(refusing).rejects.toThrow('underpriced');
  expect(pool.reads).toBeLessThan(20);
});

test('an unreachable chain fails only that transaction', async () => {
  const pool = new Pool();
  let isDown = true;
  const allocator = new NonceAllocator(() => (isDown ? Promise.reject(new Error('down')) : pool.read()));
  await expect(allocator.send(pool.take)).rejects.toThrow('down');
  isDown = false;
  expect(await allocator.send(pool.take)).toBe(0);
});
