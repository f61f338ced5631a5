import type { ErrorEnvelope } from '@placard/contract'
import { expect, it } from 'vitest'
import { readError } from './api-error.ts'

const envelope = (error: ErrorEnvelope['error']) => JSON.stringify({ error, requestId: 'r-1' })

it('V2 reads the code, the field and the request id of an answer', () => {
  const error = readError(422, envelope({ code: 'title-missing', message: 'x', field: 'title' }))
  expect(error).toMatchObject({ code: 'title-missing', field: 'title', requestId: 'r-1', status: 422 })
})

it('T4 hands on the thing as it is now', () => {
  const current = { id: 'a', revision: 4 }
  expect(readError(412, envelope({ code: 'changed-meanwhile', message: 'x', current })).current).toEqual(current)
})

it('X8 tells an answer that something in between wrote by its status alone', () => {
  const codes = [401, 402, 413, 429, 502, 503, 507].map((status) => readError(status, '<html>nginx</html>').code)
  expect(codes).toEqual([
    'not-signed-in',
    'quota-exceeded',
    'body-too-large',
    'too-many-requests',
    'unavailable',
    'unavailable',
    'disk-full',
  ])
})

it('X8 a code that this build does not know is not shown raw', () => {
  expect(readError(409, envelope({ code: 'from-the-future', message: 'x' })).code).toBe('unexpected-answer')
})

it('[CP5] tells which display would be too full', () => {
  const error = readError(409, envelope({ code: 'display-too-full', message: 'x', display: 'Hall' }))
  expect(error).toMatchObject({ code: 'display-too-full', display: 'Hall' })
})
