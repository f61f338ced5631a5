import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = /\.(?:js|css|svg|json)$/
/** Smaller files are not compressed, because the headers would outweigh the saving. */
const LEAST_BYTES = 1_024

/**
 * Writes a brotli and a gzip version beside each text file. This is done once at build time, so the server only selects
 * one.
 *
 * @param {string[]} files absolute paths
 */
export function compressFiles(files) {
  for (const file of files.filter((name) => TEXT.test(name))) {
    const content = readFileSync(file)
    if (content.length < LEAST_BYTES) continue
    const parameters = {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: parameters }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
  }
}
