import { expect, it } from 'vitest'
import { deviceName, shortId } from './device-name.ts'

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    'Chrome 120, Linux',
  ],
  [
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/63.0 TV Safari/537.36',
    'Chrome 63, Samsung',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge 131, Windows'],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/17.1 Mobile Safari/604',
    'Safari 17, iOS',
  ],
  ['<img src=x onerror=alert(1)>', ''],
  ['', ''],
])('[B27] %s is called %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

it('a screen without a name is called by the start of its id', () => {
  expect(shortId('3f2a00')).toBe('3F2A')
})
