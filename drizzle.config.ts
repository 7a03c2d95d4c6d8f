import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './service/platform/db/tables/*.ts',
  out: './service/platform/db/migrations',
});
