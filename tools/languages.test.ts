import { describe, expect, it } from 'vitest'
import {
  englishFiles,
  findProblems,
  findStrangers,
  type MessageFile,
  translatedFiles,
  translatedLanguages,
} from './messages.ts'

const english = englishFiles()

describe('[WD1] the messages of every language', () => {
  it.each(translatedLanguages())(
    '%s is whole, with the parameters and the forms that each message needs',
    (language) => {
      expect(findProblems(language, english, translatedFiles(language))).toEqual([])
    },
  )

  /** Names and units that stay as they are written, and links. */
  const NAMES =
    /\{[^}]*\}|\b(?:Placard|placard-recovery-codes|PDF|YouTube|H\.26[45]|Anthias|Xibo|[A-Z][\w.-]*|https?:\S+)\b/g
  it.each([
    ['ar', /\p{Script=Arabic}/u],
    ['hi', /\p{Script=Devanagari}/u],
    ['te', /\p{Script=Telugu}/u],
    ['zh-Hans', /\p{Script=Han}/u],
    ['ja', /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u],
  ] as const)('every message of %s that has words has words in its own script', (language, script) => {
    const texts = translatedFiles(language).flatMap(({ words }) =>
      Object.entries(words).flatMap(([key, message]) =>
        (typeof message === 'string' ? [message] : Object.values(message)).map((text) => [key, text] as const),
      ),
    )
    expect(texts.length).toBeGreaterThan(3_000)
    const foreign = texts.filter(([, text]) => {
      const words = text.replace(NAMES, '')
      return /\p{Letter}{3}/u.test(words) && !script.test(words)
    })
    expect(foreign).toEqual([])
  })

  it.each(translatedLanguages())(
    'a screen in %s names the button of the dashboard as it is written there',
    (language) => {
      const words = Object.assign({}, ...translatedFiles(language).map((file) => file.words)) as MessageFile['words']
      expect(words['screen.how']).toContain(words['screen-address.title'])
    },
  )

  it('each folder is an offered language, and each offered language has one', () => {
    expect(findStrangers(translatedLanguages())).toEqual([])
  })

  it('English has no key twice among the files that are loaded together', () => {
    const keys = english.filter(({ name }) => name !== 'landing').flatMap(({ words }) => Object.keys(words))
    expect(keys.length).toBeGreaterThan(2_900)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })
})

describe('[WD1] what is wrong in a language is found', () => {
  const source: MessageFile[] = [
    { name: 'one', words: { 'a.hello': 'Hello {name}', 'a.count': { one: '{count} thing', other: '{count} things' } } },
  ]
  const good = { 'a.hello': '{name}, hallo', 'a.count': { one: 'ein Ding', other: '{count} Dinge' } }
  const problemsOf = (language: string, words: MessageFile['words'], name = 'one') =>
    findProblems(language, source, [{ name, words }]).map(({ key, words }) => `${key} ${words}`)

  it('nothing in a whole one', () => {
    expect(problemsOf('de', good)).toEqual([])
  })

  it.each<[string, string, MessageFile['words'], string]>([
    ['a key is missing', 'de', { 'a.count': good['a.count'] }, 'a.hello is missing'],
    ['a key is new', 'de', { ...good, 'a.other': 'x' }, 'a.other is not in English'],
    ['a text is empty', 'de', { ...good, 'a.hello': ' ' }, 'a.hello is empty'],
    ['a parameter is missing', 'de', { ...good, 'a.hello': 'Hallo' }, 'a.hello lacks {name}'],
    [
      'a parameter is another',
      'de',
      { ...good, 'a.hello': '{name} {nom}' },
      'a.hello has {nom}, which English does not have',
    ],
    ['there is markup', 'de', { ...good, 'a.hello': '<b>{name}' }, 'a.hello has "<", which English does not have'],
    ['there is a brace', 'de', { ...good, 'a.hello': '{name} {' }, 'a.hello has "{", which English does not have'],
    ['a form is missing', 'fr', good, 'a.count has the forms one, other, and needs many, one, other'],
    ['a form is one too many', 'ja', good, 'a.count has the forms one, other, and needs other'],
    [
      'the general form has no number',
      'de',
      { ...good, 'a.count': { one: 'ein', other: 'viele' } },
      'a.count other: lacks {count}',
    ],
    ['there are no forms', 'de', { ...good, 'a.count': '{count} Dinge' }, 'a.count has one text, and needs forms'],
  ])('%s', (_, language, words, problem) => {
    expect(problemsOf(language, words)).toContain(problem)
  })

  it('a file that English does not have', () => {
    expect(problemsOf('de', good, 'two')).toContain(' is not a file of English')
  })
})
