import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** `onX=` on an HTML element, whose tag begins with a lower-case letter. */
const REACT_EVENT =
  /<[a-z][\w-]*(?:\s+(?:\{[^{}]*\}|[\w-]+(?:=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\}))?))*?\s+on[A-Z]\w*=/

it('no element relies on the events of React, which the bundle does without', () => {
  expect(REACT_EVENT.test('<iframe ref={frame} title="x" onLoad={() => go()} src={url} />')).toBe(true)
  expect(REACT_EVENT.test('<LayerView key={1} onFaded={hold.onFaded} />')).toBe(false)
  const sources = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => join(import.meta.dirname, '..', name))
  expect(sources.length).toBeGreaterThan(5)
  expect(sources.filter((path) => REACT_EVENT.test(readFileSync(path, 'utf8')))).toEqual([])
})
