// node tools/run-pinned.mjs tools/languages.ts [LANGUAGE ...]: says what is missing or wrong in the messages of each language.
import { englishFiles, findProblems, findStrangers, translatedFiles, translatedLanguages } from './messages.ts'

const english = englishFiles()
const total = english.reduce((sum, { words }) => sum + Object.keys(words).length, 0)
const named = process.argv.slice(2)
const folders = translatedLanguages()
const strangers = findStrangers(folders)
for (const one of strangers) console.log(one)

let problems = 0
for (const language of named.length > 0 ? named : folders) {
  const found = findProblems(language, english, translatedFiles(language))
  const missing = found.filter(({ words }) => words === 'is missing').length
  console.log(
    `${language}: ${total - missing} of ${total} messages${found.length === 0 ? '' : `, ${found.length} to mend`}`,
  )
  for (const { file, key, words } of found) console.log(`  messages/${language}/${file}.json ${key} ${words}`)
  problems += found.length
}
process.exitCode = problems + strangers.length > 0 ? 1 : 0
