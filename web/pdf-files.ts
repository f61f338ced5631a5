import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(PDFJS, 'package.json'), 'utf8')) as { version: string }

/** The file names have no hash and responses are cached for a year, so the path contains the version. */
const FOLDER = `assets/pdf-${version}/`

/**
 * The fonts, character maps and decoders that the library loads by name when a document needs them. Of its WebAssembly only the
 * JavaScript fallback, because our pages do not allow WebAssembly.
 */
const FILES = [
  { folder: 'cmaps', isNeeded: (name: string) => name.endsWith('.bcmap') },
  { folder: 'standard_fonts', isNeeded: (name: string) => /\.(pfb|ttf)$/.test(name) },
  { folder: 'wasm', isNeeded: (name: string) => name.endsWith('_nowasm_fallback.js') },
]

const list = () =>
  FILES.flatMap(({ folder, isNeeded }) =>
    readdirSync(join(PDFJS, folder))
      .filter(isNeeded)
      .map((name) => `${folder}/${name}`),
  )

export function pdfFiles(): Plugin {
  return {
    name: 'placard-pdf-files',
    config: () => ({ define: { __PDF_FILES__: JSON.stringify(`/${FOLDER}`) } }),
    generateBundle() {
      for (const name of list()) {
        this.emitFile({ type: 'asset', fileName: FOLDER + name, source: readFileSync(join(PDFJS, name)) })
      }
    },
    configureServer(dev) {
      const files = new Set(list())
      dev.middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const name = (request.url ?? '').slice(1)
        if (!files.has(name)) return next()
        response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream')
        response.end(readFileSync(join(PDFJS, name)))
      })
    },
  }
}
