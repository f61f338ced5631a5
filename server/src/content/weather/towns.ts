import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type Town, TownId } from '@placard/contract'
import { SERVER_FOLDER } from '../../platform/own-files.ts'

// The list is made from GeoNames by tools/towns.mjs (CC BY 4.0, see THIRD_PARTY.md): towns of 5,000 inhabitants and more, the
// largest first, with their names in other languages.

/** Without use the list is given up after this time: it takes some megabytes. */
const KEPT_MS = 10 * 60_000
const MOST_FOUND = 12

export type Towns = {
  /** The towns that a part of a name leads to: names that are equal first, then those that begin with it, then words in names. */
  find(name: string): Promise<Town[]>
  get(id: TownId): Promise<Town | undefined>
  close(): void
}

type List = { lines: string[]; searched: string[]; regions: [country: string, name: string][] }

export function createTowns(): Towns {
  let list: Promise<List> | undefined
  let timer: NodeJS.Timeout | undefined

  function read(): Promise<List> {
    clearTimeout(timer)
    timer = setTimeout(() => {
      list = undefined
    }, KEPT_MS).unref()
    list ??= load()
    return list
  }

  return {
    async find(name) {
      const wanted = plain(name.replaceAll('|', ' '))
      if (wanted === '') return []
      const { lines, searched, regions } = await read()
      // Equal names, beginnings of names, beginnings of words.
      const found: [string[], string[], string[]] = [[], [], []]
      const [equal, beginning, word] = [`|${wanted}|`, `|${wanted}`, ` ${wanted}`]
      for (const [index, names] of searched.entries()) {
        const rank = names.includes(equal) ? 0 : names.includes(beginning) ? 1 : names.includes(word) ? 2 : undefined
        const line = lines[index]
        if (rank === undefined || line === undefined) continue
        found[rank].push(line)
        if (found[0].length >= MOST_FOUND) break
      }
      return found
        .flat()
        .slice(0, MOST_FOUND)
        .flatMap((line) => townOf(line, regions) ?? [])
    },

    async get(id) {
      const { lines, regions } = await read()
      const line = lines.find((one) => one.startsWith(`${id}\t`))
      return line === undefined ? undefined : townOf(line, regions)
    },

    close() {
      clearTimeout(timer)
      list = undefined
    },
  }
}

async function load(): Promise<List> {
  const packed = await readFile(join(SERVER_FOLDER, 'towns/towns.txt.br'))
  const text = (await promisify(brotliDecompress)(packed)).toString('utf8')
  const [head = '', body = ''] = text.split('\n\n')
  const lines = body.trimEnd().split('\n')
  return {
    lines,
    searched: lines.map((line) => `|${plain(line.slice(line.lastIndexOf('\t') + 1))}|`),
    regions: head.split('\n').map((region) => region.split('\t') as [string, string]),
  }
}

function townOf(line: string, regions: List['regions']): Town | undefined {
  const [id, region, latitude, longitude, names = ''] = line.split('\t')
  const [country, regionName] = regions[Number(region)] ?? []
  if (id === undefined || country === undefined) return undefined
  return {
    id: TownId.parse(id),
    name: names.split('|')[0] ?? '',
    region: regionName ?? '',
    country,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }
}

/** Letters that have no accent that could be taken off. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ð: 'd',
}

/** In lower case, without accents and marks, with a space for each other character. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßøđłæœıþð]/g, (letter) => SPELLED[letter] ?? letter)
    .replace(/[\u0300-\u036f\u064b-\u065f\u0640'’ʻ`]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}|]+/gu, ' ')
    .replace(/ *\| */g, '|')
    .trim()
}
