import type { Database } from '../cache/database.ts'
import { COPY_RECORD } from '../cache/record-names.ts'
import { isRecord } from '../page/read/is-record.ts'
import { type Build, findPage } from './build-cache.ts'

/** One file of a build, with the headers that the server sent. */
type Copied = { url: string; headers: [string, string][]; text: string }

/**
 * [OF19] A second copy of the player's page and scripts, apart from the caches, which a browser or a person may clear.
 * It is one record, replaced by one write, so it is always complete.
 */
export type SecondCopy = {
  /** The copy of a file. Never rejects. Undefined when it is absent or not readable. @param url a path */
  find(url: string): Promise<Response | undefined>
  /** Copies a proven build from the caches. Never rejects: if it fails, only the caches have the build. */
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

/** Headers that describe the transferred bytes, not the stored ones. */
const OF_THE_JOURNEY = ['content-encoding', 'content-length', 'transfer-encoding']

function headersOf(response: Response): [string, string][] {
  const headers: [string, string][] = []
  response.headers.forEach((value, name) => {
    if (!OF_THE_JOURNEY.includes(name)) headers.push([name, value])
  })
  return headers
}

/** The record is on the device, where anybody may have edited it ([B95]). */
function readCopy(value: unknown): { build: string; files: Copied[] } | undefined {
  if (!isRecord(value) || typeof value.build !== 'string' || !Array.isArray(value.files)) return undefined
  return value.files.every(isCopied) ? { build: value.build, files: value.files } : undefined
}

function isCopied(value: unknown): value is Copied {
  return (
    isRecord(value) && typeof value.url === 'string' && typeof value.text === 'string' && Array.isArray(value.headers)
  )
}
