import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'

const run = promisify(execFile)

/** Tables that must have a row for each kind, or for each field, of an item. */
const TABLES = {
  server: ['server/src/content/programmes/item-fields.ts', 'server/src/playout/twin/kinds.ts'],
  web: [
    'web/src/features/content/items/item-kinds.ts',
    'web/src/features/content/items/item-fields.tsx',
    'web/src/features/content/items/item-draft.ts',
  ],
  player: ['player/src/stage/layer.tsx'],
}

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-shape-'))
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  await cp(join(PROJECT, 'contract/src'), join(folder, 'contract'), { recursive: true })
  await writeFile(join(folder, 'contract/package.json'), JSON.stringify({ type: 'module' }))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The files of these sides that do not compile with the contract in the folder. */
async function compile(...sides: (keyof typeof TABLES)[]): Promise<string[]> {
  const broken = new Set<string>()
  for (const side of sides) {
    const base = side === 'server' ? 'tsconfig.json' : `${side}/tsconfig.json`
    const project = join(folder, side)
    await mkdir(project)
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        extends: join(PROJECT, base),
        compilerOptions: { paths: { '@placard/contract': [join(folder, 'contract/index.ts')] } },
        include: [join(PROJECT, side, 'src/**/*.d.ts')],
        files: TABLES[side].map((file) => join(PROJECT, file)),
      }),
    )
    const compiler = join(PROJECT, 'node_modules/typescript/bin/tsc')
    const answer = run(process.execPath, [compiler, '-p', project, '--pretty', 'false'])
    const { stdout } = await answer.catch((error: { stdout: string }) => error)
    for (const file of stdout.matchAll(/^(?:.*\/)?((?:contract|server|web|player)\/\S+\.tsx?)\(\d+,\d+\): error/gm)) {
      broken.add(file[1] ?? '')
    }
    if (stdout !== '' && broken.size === 0) throw new Error(stdout)
  }
  return [...broken].sort()
}

/** Inserts a text after another one that must occur exactly once. */
async function add(file: string, behind: string, added: string): Promise<void> {
  const path = join(folder, 'contract', file)
  const parts = (await readFile(path, 'utf8')).split(behind)
  expect(parts.length, `how often ${file} has ${behind}, and one`).toBe(2)
  await writeFile(path, parts.join(`${behind}${added}`))
}

it('[HS1] a kind of item that a side lacks does not compile', async () => {
  await add('content/item-type.ts', 'SHOWN_TYPES = [', "'never-heard-of', ")
  expect(await compile('server', 'web', 'player')).toEqual([
    'contract/content/item-url.ts',
    'player/src/stage/layer.tsx',
    'server/src/playout/twin/kinds.ts',
    'web/src/features/content/items/item-fields.tsx',
    'web/src/features/content/items/item-kinds.ts',
    'web/src/features/content/items/playing.ts',
  ])
})

it('[HS2] a field of an item that is not stored, told, edited or compared does not compile', async () => {
  await add('content/item.ts', 'const optional = {', '\n  neverHeardOf: z.string(),')
  expect(await compile('server', 'web')).toEqual([
    'contract/content/item.ts',
    'server/src/content/programmes/item-fields.ts',
    'web/src/features/content/items/item-draft.ts',
    'web/src/features/content/items/item-fields.tsx',
  ])
})
