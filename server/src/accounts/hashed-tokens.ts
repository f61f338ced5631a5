import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/adapters'
import { digestOf } from '../platform/secret.ts'

/**
 * better-auth writes a session's secret into the table as it is. Between it and the database this puts the digest in
 * its place and gives the secret back where better-auth named it, so that who reads the table cannot sign in with it.
 * A list of sessions has digests for tokens: what is not kept cannot be given back.
 */
export function hashSessionTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...hashedMethods(adapter),
    transaction: (work) => adapter.transaction((inside) => work({ ...inside, ...hashedMethods(inside) })),
  }
}

type Fields = Record<string, unknown>
type Query = { model: string; where?: Where[] | undefined }

/** Every method of an adapter that reads or writes rows: a new one that is forgotten here fails the type check. */
type RowMethods = Omit<DBTransactionAdapter, 'id' | 'options' | 'createSchema'>

function hashedMethods(adapter: DBTransactionAdapter): RowMethods {
  return {
    async create<T extends Fields, R = T>(query: { model: string; data: Omit<T, 'id'> }): Promise<R> {
      const row = await adapter.create<Fields, R>({ ...query, data: hashedFields(query.model, query.data) })
      return named(row, query.model, tokenOf(query.data))
    },
    async findOne<T>(query: Query & { where: Where[] }): Promise<T | null> {
      return named(await adapter.findOne<T>(hashedQuery(query)), query.model, tokenIn(query.where))
    },
    findMany: (query) => adapter.findMany(hashedQuery(query)),
    count: (query) => adapter.count(hashedQuery(query)),
    async update<T>(query: Query & { where: Where[]; update: Fields }): Promise<T | null> {
      const update = hashedFields(query.model, query.update)
      const row = await adapter.update<T>({ ...hashedQuery(query), update })
      return named(row, query.model, tokenOf(query.update) ?? tokenIn(query.where))
    },
    updateMany: (query) =>
      adapter.updateMany({ ...hashedQuery(query), update: hashedFields(query.model, query.update) }),
    delete: (query) => adapter.delete(hashedQuery(query)),
    deleteMany: (query) => adapter.deleteMany(hashedQuery(query)),
    async consumeOne<T>(query: Query & { where: Where[] }): Promise<T | null> {
      return named(await adapter.consumeOne<T>(hashedQuery(query)), query.model, tokenIn(query.where))
    },
    async incrementOne<T>(
      query: Query & { where: Where[]; increment: Record<string, number>; set?: Fields | undefined },
    ): Promise<T | null> {
      const set = query.set && hashedFields(query.model, query.set)
      const row = await adapter.incrementOne<T>({ ...hashedQuery(query), set })
      return named(row, query.model, tokenIn(query.where))
    },
  }
}

function hashedQuery<Q extends Query>(query: Q): Q {
  if (query.model !== 'session' || !query.where) return query
  const where = query.where.map((condition): Where => {
    const { field, value } = condition
    if (field !== 'token') return condition
    if (typeof value === 'string') return { ...condition, value: digestOf(value) }
    if (Array.isArray(value)) return { ...condition, value: value.map((one) => digestOf(String(one))) }
    return condition
  })
  return { ...query, where }
}

function hashedFields(model: string, fields: Fields): Fields {
  const token = tokenOf(fields)
  return model === 'session' && token !== undefined ? { ...fields, token: digestOf(token) } : fields
}

function tokenOf(fields: Fields): string | undefined {
  return typeof fields.token === 'string' ? fields.token : undefined
}

/** The one secret that a query names, if it names one. */
function tokenIn(where: Where[]): string | undefined {
  const value = where.find(({ field, operator }) => field === 'token' && (operator ?? 'eq') === 'eq')?.value
  return typeof value === 'string' ? value : undefined
}

function named<Row>(row: Row, model: string, token: string | undefined): Row {
  return model === 'session' && row && token !== undefined ? { ...row, token } : row
}
