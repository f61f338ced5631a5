import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { createTurns, type EndTurn } from '../turns.ts'

/** The owner of whatever nobody asked for: sweeps, news, backups. */
const NOBODY = ''
const owners = new AsyncLocalStorage<string>()

/**
 * Does something for somebody: the connections to the database that it needs are counted as theirs, whatever it waits for.
 *
 * @param owner any name; who has used a connection for the shortest time has the next one
 */
export const workFor = <Result>(owner: string, work: () => Result): Result => owners.run(owner, work)

/**
 * The same dialect with a fair share for everybody: who works for somebody who has used little time of the connections goes
 * ahead of those who wait for somebody who has used much. One owner with many long statements then costs another one no
 * more than the statement or transaction that runs.
 *
 * @param connections how many there are
 */
export function inTurns(dialect: Dialect, connections: number): Dialect {
  return {
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (queries) => dialect.createIntrospector(queries),
    createAdapter() {
      const adapter = dialect.createAdapter()
      // Kysely's own lock would let those who have a turn wait again, in the order in which they came.
      return Object.defineProperty(adapter, 'supportsMultipleConnections', { value: true })
    },
    createDriver: () => new TurnsDriver(dialect.createDriver(), connections),
  }
}

class TurnsDriver implements Driver {
  readonly #driver: Driver
  readonly #turns: ReturnType<typeof createTurns>
  /** By the connection; of SQLite's one there is one turn at a time. */
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
