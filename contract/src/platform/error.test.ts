import { describe, expect, it } from 'vitest'
import { CreateItem } from '../content/item.ts'
import { ERRORS, type ErrorCode, ErrorEnvelope, isErrorCode, problemOf } from './error.ts'
import { ERROR_MESSAGES } from './error-message.ts'
import { z } from './zod.ts'

describe.each(Object.entries(ERRORS))('%s', (code, status) => {
  const message = ERROR_MESSAGES[code as ErrorCode]

  it('is a kebab-case code, a status of failure and a whole sentence', () => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(Number.isInteger(status) && status >= 400 && status <= 599).toBe(true)
    expect(message).toMatch(/^[A-Z].*\.$/)
  })

  it('keeps its secrets: no address, path, query or trace in its words', () => {
    expect(message).not.toMatch(/https?:|\bsql\b|\bstack\b|undefined|\/src\//i)
  })

  it('fits the envelope', () => {
    expect(ErrorEnvelope.safeParse({ error: { code, message }, requestId: 'r1' }).success).toBe(true)
  })
})

describe('the words of the specification', () => {
  it.each([
    ['A5', 'not-subscribed', 'You are Not Subscribed to our Services. Please Contact us to Subscribe.'],
    ['C3', 'file-missing', 'Please select a file.'],
    ['C4', 'file-too-large', 'Please select a valid image file less than 1 MB.'],
    ['C4', 'not-an-image', 'Please select a valid image file less than 1 MB.'],
    ['C5', 'title-missing', 'Please Enter a Title.'],
    ['D6', 'url-not-playable', 'Please enter a valid URL.'],
  ] as const)('%s %s', (_, code, message) => {
    expect(ERROR_MESSAGES[code]).toBe(message)
  })
})

describe('the form of a code', () => {
  it('[B42] is what the table owns, and nothing of its prototype', () => {
    expect(isErrorCode('not-found')).toBe(true)
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])
      expect(isErrorCode(word)).toBe(false)
  })
})

describe('V2 a refusal names its code and its field', () => {
  const problem = (schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value)
    return error && problemOf(error)
  }
  const item = { title: 'Welcome', type: 'image', url: 'https://example.org/a.jpg' }

  it.each([
    [
      { ...item, title: ' ' },
      { code: 'title-missing', field: 'title' },
    ],
    [
      { ...item, title: 'a'.repeat(201) },
      { code: 'too-long', field: 'title' },
    ],
    [
      { ...item, url: 'nonsense' },
      { code: 'url-not-playable', field: 'url' },
    ],
    [
      { ...item, duration: -1 },
      { code: 'invalid-field', field: 'duration' },
    ],
    [
      { ...item, owner: 'me' },
      { code: 'unknown-field', field: 'owner' },
    ],
    [[], { code: 'invalid-field' }],
  ])('%j', (value, expected) => {
    expect(problem(CreateItem, value)).toEqual(expected)
  })

  it('with the path of a nested field', () => {
    const nested = z.strictObject({ moves: z.array(z.strictObject({ id: z.string() })) })
    expect(problem(nested, { moves: [{ id: 1 }] })).toEqual({ code: 'invalid-field', field: 'moves.0.id' })
    expect(problem(nested, { moves: [{ id: 'a', x: 1 }] })).toEqual({ code: 'unknown-field', field: 'moves.0.x' })
  })
})
