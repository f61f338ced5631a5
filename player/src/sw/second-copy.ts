import type { Database } from '../cache/database.ts'
import { COPY_RECORD } from '../cache/record-names.ts'
import { isRecord } from '../page/read/is-record.ts'
import { type Build, findPage } from './build-cache.ts'

/** One file of a build, with the headers that the server sent it with. */
type Copied = { url: string; headers: [string, string][]; text: string }

/**
 * [OF19] The player's page and scripts once more, away from the caches that a browser or a person may clear. One record,
 * replaced by one write: it is whole, or it is the one before.
 */
export type SecondCopy = {
  /** Never rejects; undefined when it is not there, or not readable. @param url a path */
  find(url: string): Promise<Response | undefined>
  /** Takes what the caches hold of a build that has proven itself. Never rejects: without it, the caches have to do. */
  keep(caches: CacheStorage, build: Build): Promise<void>
}

export function createSecondCopy(database: Database): SecondCopy {
  const read = async () => readCopy(await database.get('records', COPY_RECORD))

  async function take(caches: CacheStorage, { id, page, assets }: Build): Promise<void> {
    if ((await read())?.build === id) return
    const files: Copied[] = []
    for (const { url } of [page, ...assets]) {
      const response = await findPage(caches, id, url)
      if (!response) return
      files.push({ url, headers: headersOf(response), text: await response.text() })
    }
    await database.put('records', COPY_RECORD, { build: id, files })
  }

  return {
    async find(url) {
      const copy = await read().catch(() => undefined)
      const file = copy?.files.find((one) => one.url === url)
      return file && new Response(file.text, { headers: file.headers })
    },
    keep: (caches, build) => take(caches, build).catch(() => {}),
  }
}

/** They were said of the bytes as they travelled, and these have arrived. */
const OF_THE_JOURNEY = ['content-encoding', 'content-length', 'transfer-encoding']

function headersOf(response: Response): [string, string][] {
  const headers: [string, string][] = []
  response.headers.forEach((value, name) => {
    if (!OF_THE_JOURNEY.includes(name)) headers.push([name, value])
  })
  return headers
}

/** From the device, where anybody may have edited it ([B95]). */
function readCopy(value: unknown): { build: string; files: Copied[] } | undefined {
  if (!isRecord(value) || typeof value.build !== 'string' || !Array.isArray(value.files)) return undefined
  return value.files.every(isCopied) ? { build: value.build, files: value.files } : undefined
}

function isCopied(value: unknown): value is Copied {
  return (
    isRecord(value) && typeof value.url === 'string' && typeof value.text === 'string' && Array.isArray(value.headers)
  )
}
