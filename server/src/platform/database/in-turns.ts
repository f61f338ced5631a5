import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { createTurns, type EndTurn } from '../turns.ts'

/** Owner of work that nobody asked for: sweeps, news, backups. */
const NOBODY = ''
const owners = new AsyncLocalStorage<string>()

/**
 * Runs work on behalf of an owner. Database connections that it uses are counted as theirs.
 *
 * @param owner any name. The owner with the least connection time so far gets the next connection
 */
export const workFor = <Result>(owner: string, work: () => Result): Result => owners.run(owner, work)

/**
 * The same dialect with a fair share for every owner. Owners that have used little connection time go ahead of owners that have used
 * much. One owner with many long statements then delays another by no more than the running statement or transaction.
 *
 * @param connections the number of connections
 */
export function inTurns(dialect: Dialect, connections: number): Dialect {
  return {
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (queries) => dialect.createIntrospector(queries),
    createAdapter() {
      const adapter = dialect.createAdapter()
      // Kysely's own lock would make owners that have a turn wait again, in order of arrival.
      return Object.defineProperty(adapter, 'supportsMultipleConnections', { value: true })
    },
    createDriver: () => new TurnsDriver(dialect.createDriver(), connections),
  }
}

class TurnsDriver implements Driver {
  readonly #driver: Driver
  readonly #turns: ReturnType<typeof createTurns>
  /** By connection. SQLite has one connection, with one turn at a time. */
  readonly #ends = new Map<DatabaseConnection, EndTurn>()

  constructor(driver: Driver, connections: number) {
    this.#driver = driver
    this.#turns = createTurns(connections)
  }

  init: Driver['init'] = (options) => this.#driver.init(options)
  beginTransaction: Driver['beginTransaction'] = (...args) => this.#driver.beginTransaction(...args)
  commitTransaction: Driver['commitTransaction'] = (...args) => this.#driver.commitTransaction(...args)
  rollbackTransaction: Driver['rollbackTransaction'] = (...args) => this.#driver.rollbackTransaction(...args)
  destroy: Driver['destroy'] = (options) => this.#driver.destroy(options)

  acquireConnection: Driver['acquireConnection'] = async (options) => {
    const end = await this.#turns.take(owners.getStore() ?? NOBODY, options?.signal)
    try {
      const connection = await this.#driver.acquireConnection(options)
      this.#ends.set(connection, end)
      return connection
    } catch (error) {
      end()
      throw error
    }
  }

  releaseConnection: Driver['releaseConnection'] = async (connection, options) => {
    const end = this.#ends.get(connection)
    this.#ends.delete(connection)
    try {
      await this.#driver.releaseConnection(connection, options)
    } finally {
      end?.()
    }
  }
}
