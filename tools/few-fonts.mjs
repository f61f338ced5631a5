import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of Debian's fonts-dejavu-core: Latin, Greek, Cyrillic and a plain Arabic, all of them wide. */
const DEJAVU = '/usr/share/fonts/truetype/dejavu'

/**
 * Makes a set of fonts for programs that use fontconfig, Chromium among them: DejaVu alone, as on a device on which
 * nobody installed fonts.
 *
 * @param {string} folder an existing folder, for the configuration and its cache
 * @returns {string | undefined} the configuration, for FONTCONFIG_FILE; undefined without DejaVu
 */
export function makeFewFonts(folder) {
  if (!existsSync(DEJAVU)) return undefined
  const file = join(folder, 'few-fonts.conf')
  const cache = join(folder, 'font-cache')
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${DEJAVU}</dir><cachedir>${cache}</cachedir></fontconfig>\n`,
  )
  return file
}
