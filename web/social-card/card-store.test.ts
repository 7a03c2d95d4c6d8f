import { expect, it } from 'vitest';
import { CardStore } from './card-store.ts';
import type { Card } from './draw-card.ts';

const cardOf = (title: string): Card => ({ oclId: '0x', title, access: null, facts: [] });

function storeWithClock() {
  const clock = { time: 0 };
  const drawn: string[] = [];
  let open = 0;
  const store = new CardStore({
    now: () => clock.time,
    draw: async ({ title }) => {
      open += 1;
      expect(open).toBe(1);
      await Promise.resolve();
      open -= 1;
      drawn.push(title);
      if (title === 'broken') throw new Error('broken');
      return new TextEncoder().encode(title);
    },
  });
  return { store, clock, drawn };
}

it('draws each card once, also for requests at the same time', async () => {
  const { store, drawn } = storeWithClock();
  const card = cardOf('one');
  await Promise.all([store.get(card), store.get(card), store.get(cardOf('two'))]);
  await store.get({ ...card });
  expect(drawn).toEqual(['one', 'two']);
});

it('draws at most 30 cards a minute; those that are known are still given', async () => {
  const { store, clock, drawn } = storeWithClock();
  const all = Array.from({ length: 40 }, (_, index) => cardOf(`card ${index}`));
  const first = await Promise.all(all.map((card) => store.get(card)));
  expect(first.filter((png) => png === null)).toHaveLength(10);
  expect(await store.get(cardOf('card 0'))).not.toBeNull();
  expect(drawn).toHaveLength(30);
  clock.time = 60_001;
  expect(await store.get(cardOf('card 39'))).not.toBeNull();
});

it('forgets a drawing that failed, and the next ones go on', async () => {
  const { store, drawn } = storeWithClock();
  await expect(store.get(cardOf('broken'))).rejects.toThrow('broken');
  await expect(store.get(cardOf('broken'))).rejects.toThrow('broken');
  expect(await store.get(cardOf('whole'))).not.toBeNull();
  expect(drawn).toEqual(['broken', 'broken', 'whole']);
});
