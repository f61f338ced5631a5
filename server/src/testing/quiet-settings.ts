import { ADMIN } from './template.ts'

/** The environment of a server that listens on a free port, logs nothing, and has the administrator of the sample. */
export const QUIET_SETTINGS = {
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  SEED_ADMIN_EMAIL: ADMIN.email,
  SEED_ADMIN_PASSWORD: ADMIN.password,
}
