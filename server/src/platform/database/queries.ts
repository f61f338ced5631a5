import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type SqlDialect = 'sqlite' | 'postgres'

/** The database or a transaction in it. Store functions take it as their first argument. */
export type Queries = Kysely<Tables> | Transaction<Tables>
