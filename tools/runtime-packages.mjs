/**
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {string} [license]
 * @property {string} [resolved] the workspace's folder, for a link
 * @property {boolean} [link]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 *
 * @typedef {{ packages: Record<string, Locked> }} Lock
 * @typedef {{ name: string, version: string, license: string }} RuntimePackage
 */

/** The workspaces that run on a server or in a browser. The others are tools. The root has Node itself as a dependency. */
const RUNNING = ['', 'server', 'web', 'player']
const BEGIN = '<!-- packages: begin, written by tools/third-party.mjs -->'
const END = '<!-- packages: end -->'

/**
 * Finds a package that one at `from` depends on, as npm does: beside it, or in any folder above.
 *
 * @param {Lock} lock
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function locate(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/'))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock.packages[path]) return path
    if (!folder.includes('/')) return lock.packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined
  }
}

/**
 * Every package that the product needs at run time, on any platform, sorted by name.
 *
 * @param {Lock} lock package-lock.json
 * @returns {RuntimePackage[]}
 */
export function runtimePackages(lock) {
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {string} path */
  const visit = (path) => {
    if (seen.has(path)) return
    seen.add(path)
    const locked = lock.packages[path]
    if (locked?.link) return visit(locked.resolved ?? '')
    for (const name of Object.keys({ ...locked?.dependencies, ...locked?.optionalDependencies })) {
      const found = locate(lock, path, name)
      if (found) visit(found)
    }
  }
  for (const folder of RUNNING) visit(folder)

  /** @type {Map<string, RuntimePackage>} */
  const packages = new Map()
  for (const path of seen) {
    const at = path.lastIndexOf('node_modules/')
    const { version, license, link } = lock.packages[path] ?? {}
    if (at === -1 || link) continue
    const name = path.slice(at + 'node_modules/'.length)
    packages.set(`${name}@${version}`, { name, version: version ?? '', license: license ?? 'unknown' })
  }
  return [...packages.values()].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
}

/**
 * Returns the page with its table of packages replaced.
 *
 * @param {string} page
 * @param {RuntimePackage[]} packages
 */
export function withTable(page, packages) {
  const [before = '', rest = ''] = page.split(BEGIN)
  const after = rest.split(END)[1] ?? ''
  const rows = packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)
  const table = ['| package | version | licence |', '|---|---|---|', ...rows].join('\n')
  return `${before}${BEGIN}\n${table}\n${END}${after}`
}
