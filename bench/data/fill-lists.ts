/**
 * SQL: what the first lab and its owner have beside files and feed, a hundredth of the number of all files of each: requests for access,
 * discussions, releases, trash, notices (an inbox keeps a thousand), service tokens and paid calls.
 */
export function lists(files: number): string[] {
  const many = (most = files) =>
    `(select n, md5(n::text)::uuid as id, timestamptz '2026-01-01' + n * interval '1 minute' as at
      from generate_series(1, ${Math.min(most, files / 100)}) n) rows`;
  const request = (lab: string, wallet: string, id: string) =>
    `insert into access_requests (id, ocl_id, wallet, role, promise, answers, chain_id, site, signature, issued_at, created_at,
        expires_at, after_block, state)
      select '${id}' || n, ${lab}, ${wallet}, 'VIEWER', 'A promise', '[]', 31337, 'example.org', '0x', at, at, at, 0, 'DECLINED'
      from ${many()}`;
  const numbered = (start: string) => `'${start}' || lpad(to_hex(n), 60, '0')`;
  return [
    request('$first', "'0x' || lpad(to_hex(n), 40, 'a')", '0xa'),
    request(numbered('0x0101'), '$wallet', '0xb'),
    `insert into threads (id, ocl_id, comment_count, created_by, created_at) select id, $first, 1, $wallet, at from ${many()}`,
    `insert into comments (id, thread_id, author, body, mentions, created_at)
      select id, id, $wallet, 'A comment on one of the files', '{}', at from ${many()}`,
    `insert into releases (id, ocl_id, did, number, name, file_count, content_length, manifest, manifest_length, manifest_sha256,
        created_at, created_by)
      select id, $first, 'did:odf:r' || n || 'x', n, 'Release ' || n, 1, 1, '{}', 2, md5(n::text), at, $wallet from ${many()}`,
    `insert into trash_entries (id, ocl_id, path, file_count, content_length, folders, trashed_by, trashed_at, expires_at)
      select id, $first, 'old/' || n, 1, 1, '{}', $wallet, at, 'infinity' from ${many()}`,
    `insert into notices (wallet, kind, ocl_id, key, created_at)
      select $wallet, 'ACCESS_REQUESTED', $first, n, at from ${many(1_000)}`,
    `insert into service_tokens (id, wallet, service_name, auth_method, created_at, expires_at)
      select id, $wallet, 'a program', 'key-signature', at, at + interval '90 days' from ${many()}`,
    `insert into paid_calls (id, request_id, mutation, ocl_id, request_hash, network, asset, method, payer, nonce, attempt, quote,
        valid_before, state, runner, created_at, ended_at)
      select id, id::text, 'createAnnouncement', $first, '', 'eip155:31337', '0x', 'eip3009', $wallet, n::text, 1,
        '{"amount": "1000"}', at, 'settled', 0, at, at from ${many()}`,
  ];
}
