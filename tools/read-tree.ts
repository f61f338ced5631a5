import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export type Workspace = { dependencies: readonly string[]; devDependencies: readonly string[] }

export type Tree = {
  /** Source texts by their path from the root of the checkout, with / as the separator. */
  files: ReadonlyMap<string, string>
  /** By folder; '' is the root. */
  workspaces: ReadonlyMap<string, Workspace>
}

const SOURCE = /\.(ts|tsx|mts|mjs)$/
const NOT_OURS = new Set(['node_modules', 'dist', 'public', 'data', 'samples', 'results', 'test-results'])

function sourcesIn(project: string, folder: string): string[] {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) {
      return NOT_OURS.has(entry.name) || entry.name.startsWith('.') ? [] : sourcesIn(project, path)
    }
    return SOURCE.test(entry.name) ? [path] : []
  })
}

/** Reads the workspaces of a checkout and all their sources. */
export function readTree(project: string): Tree {
  const root = readWorkspace(project, '')
  const folders = root.workspaces.filter((folder) => existsSync(join(project, folder, 'package.json')))
  const files = [...folders.flatMap((folder) => sourcesIn(project, folder)), 'vitest.config.ts']
  return {
    files: new Map(files.map((file) => [file, readFileSync(join(project, file), 'utf8')])),
    workspaces: new Map(['', ...folders].map((folder) => [folder, readWorkspace(project, folder)])),
  }
}

type PackageJson = {
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

function readWorkspace(project: string, folder: string): Workspace & { workspaces: string[] } {
  const manifest: PackageJson = JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8'))
  return {
    workspaces: manifest.workspaces ?? [],
    dependencies: Object.keys(manifest.dependencies ?? {}),
    devDependencies: Object.keys(manifest.devDependencies ?? {}),
  }
}
