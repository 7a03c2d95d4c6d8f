import { expect, test } from 'vitest';
import { ConfigurationError, readEnv } from './env.ts';
import { decideMail, mailProblems, readSmtpServer } from './mail.ts';

const read = (variables: Record<string, string>) =>
  readEnv({ DATABASE_URL: 'postgres://127.0.0.1/labroom', ...variables });
const MAIL_FROM = 'notices@lab.example';
const SERVICE_URL = 'https://api.lab.example';

test('without a mail server no mail is sent, and a sender alone is an error', () => {
  expect(decideMail(read({}))).toBeNull();
  expect(readSmtpServer(read({}))).toBeUndefined();
  expect(mailProblems(read({ MAIL_FROM }))).toEqual(['MAIL_FROM: has no effect without SMTP_URL']);
  expect(mailProblems(read({ SMTP_URL: 'smtps://mail.example' }))).toEqual([
    'MAIL_FROM: required with SMTP_URL',
  ]);
});

test.each([
  ['smtps://u%40lab:p%2Fw@mail.example', 465, true],
  ['smtp://u%40lab:p%2Fw@mail.example', 587, false],
  ['smtp://u%40lab:p%2Fw@mail.example:2525', 2525, false],
])('beyond local, %s needs TLS', (SMTP_URL, port, implicitTls) => {
  const env = read({ SMTP_URL, MAIL_FROM, SERVICE_URL, LABROOM_ENVIRONMENT: 'staging' });
  expect(mailProblems(env)).toEqual([]);
  expect(decideMail(env)).toEqual({ from: MAIL_FROM, collectSeconds: 60, pauseSeconds: 300 });
  const login = { user: 'u@lab', password: 'p/w' };
  expect(readSmtpServer(env)).toEqual({
    host: 'mail.example',
    port,
    implicitTls,
    requiresTls: true,
    ...login,
  });
});

test.each([
  ['smtp://user@mail.example', 'a user or a password'],
  ['smtp://mail.example/?tls.rejectUnauthorized=false', 'no path and no query'],
  ['smtp://mail.example/inbox', 'no path and no query'],
  ['smtp://u:%ff@mail.example', 'percent-encoded'],
])('%s is an error that does not quote it', (SMTP_URL, problem) => {
  const problems = mailProblems(read({ SMTP_URL, MAIL_FROM }));
  expect(problems).toEqual([expect.stringContaining(problem)]);
  expect(problems[0]).not.toContain('mail.example');
});

test('links in mails are https beyond local', () => {
  const variables = { SMTP_URL: 'smtps://mail.example', MAIL_FROM, SERVICE_URL: 'http://api.lab.example' };
  expect(mailProblems(read(variables))).toEqual([]);
  expect(mailProblems(read({ ...variables, LABROOM_ENVIRONMENT: 'staging' }))).toEqual([
    expect.stringContaining('SERVICE_URL'),
  ]);
});

test.each([
  ['SMTP_URL', 'https://mail.example'],
  ['MAIL_FROM', 'Labroom <notices@lab.example>'],
])('%s cannot be %s', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigurationError);
});
