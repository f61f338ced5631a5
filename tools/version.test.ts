import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8')
const versionOf = (folder: string): string => JSON.parse(read(join(folder, 'package.json'))).version

it('[HS23] every workspace has the version of the whole, and the changelog has a section for it', () => {
  const { workspaces, version }: { workspaces: string[]; version: string } = JSON.parse(read('package.json'))
  expect(workspaces.map((folder) => [folder, versionOf(folder)])).toEqual(workspaces.map((folder) => [folder, version]))
  const sections = [...read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/gm)]
  expect(sections[0]?.[1]).toBe(version)
})
