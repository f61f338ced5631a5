import { expect, it } from 'vitest'
import { deviceNameOf } from './device-name.ts'

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/149.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  ['curl/8.11.0', null, null],
  ['', null, null],
  [null, null, null],
])('%s', (userAgent, browser, system) => {
  expect(deviceNameOf(userAgent)).toEqual({ browser, system })
})

it('[B27] passes on no word of what a client wrote', () => {
  const hostile = '<img src=x onerror=alert(1)> Chrome/<svg onload=1> Windows\r\nX: y'
  expect(deviceNameOf(hostile)).toEqual({ browser: 'Chrome', system: 'Windows' })
})
