interface Server {
  name: string;
  port: number;
}

/** Connects to the primary, and ends the sessions of a server that is a standby now. */
export function haproxyConfig(port: number, nodes: readonly Server[]): string {
  const check = { startup: startupMessage(), query: queryMessage('select pg_is_in_recovery()') };
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check`);
  return `defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${check.startup}
  tcp-check send-binary ${check.query}
  tcp-check expect binary ${rowOf('f')}
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

/** Session mode, because the service uses session locks, notices and prepared statements. */
export const pgbouncerConfig = (port: number, serverPort: number): string => `[databases]
labroom = host=127.0.0.1 port=${serverPort} dbname=labroom user=labroom
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
max_client_conn = 500
default_pool_size = 90
server_login_retry = 1
query_wait_timeout = 5
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits
`;

// Messages of PostgreSQL's protocol, in hexadecimal digits.

function startupMessage(): string {
  const body = Buffer.from('\0\x03\0\0user\0labroom\0database\0labroom\0\0', 'latin1');
  return Buffer.concat([lengthOf(body), body]).toString('hex');
}

function queryMessage(text: string): string {
  const body = Buffer.from(`${text}\0`);
  return Buffer.concat([Buffer.from('Q'), lengthOf(body), body]).toString('hex');
}

/** A row with one column. */
function rowOf(value: string): string {
  const body = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, value.length]), Buffer.from(value)]);
  return Buffer.concat([Buffer.from('D'), lengthOf(body), body]).toString('hex');
}

/** Includes its own four bytes. */
function lengthOf(body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return length;
}
