import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './service/db/tables/*.ts',
  out: './service/db/migrations',
});
