import { expect, test } from 'vitest';
import { decideEmbeddings, embeddingsProblems } from './embeddings.ts';
import { readEnv } from './env.ts';

const database = { DATABASE_URL: 'postgres://127.0.0.1/labroom' };

test.each([
  ['https://api.example.org', 'https://api.example.org/v1/embeddings'],
  ['https://api.example.org/v1/', 'https://api.example.org/v1/embeddings'],
  ['http://model:8080/own/v1/embeddings', 'http://model:8080/own/v1/embeddings'],
])('the endpoint of %s is %s', (EMBEDDINGS_URL, url) => {
  expect(decideEmbeddings(readEnv({ ...database, EMBEDDINGS_URL }))?.url).toBe(url);
});

test('without a URL there is no language model, and its other settings are an error', () => {
  const env = readEnv({ ...database, EMBEDDINGS_API_KEY: 'sk-secret', EMBEDDINGS_MIN_SIMILARITY: '0.5' });
  expect(decideEmbeddings(env)).toBeNull();
  expect(embeddingsProblems(env)).toEqual([
    'EMBEDDINGS_API_KEY: has no effect without EMBEDDINGS_URL',
    'EMBEDDINGS_MIN_SIMILARITY: has no effect without EMBEDDINGS_URL',
  ]);
});

test('a key requires https, and must not be in the URL', () => {
  const variables = { ...database, LABROOM_ENVIRONMENT: 'production', EMBEDDINGS_API_KEY: 'sk-secret' };
  const problems = (EMBEDDINGS_URL: string) => embeddingsProblems(readEnv({ ...variables, EMBEDDINGS_URL }));
  expect(problems('http://model:8080')).toEqual([expect.stringContaining('must be https')]);
  expect(problems('https://me:sk-secret@model')).toEqual([
    expect.stringContaining('must not contain a password'),
  ]);
  expect(problems('https://model')).toEqual([]);
});
