import { UPLOAD_OPERATION_RETRY_MS, UPLOAD_RETRY_MS } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { running, stepUpload, type UploadEvent, type UploadState } from './upload-state.ts'

const after = (state: UploadState, ...events: [UploadEvent, number?][]) =>
  events.reduce((now, [event, at = 0]) => stepUpload(now, event, at, 1), state)
const cut: UploadEvent = { type: 'failed', problem: 'network-request-failed', told: false }
const sending = after(running(0), [{ type: 'entered', stage: 'sending' }])

describe('C8 each state can be reached', () => {
  it('running, with its share', () => {
    expect(after(sending, [{ type: 'sent', share: 0.4 }])).toMatchObject({ status: 'running', share: 0.4 })
  })

  it('paused and running again, from where it was', () => {
    const paused = after(sending, [{ type: 'arrived', share: 0.4 }], [{ type: 'pause' }])
    expect(paused).toEqual({ status: 'paused', share: 0.4 })
    expect(after(paused, [{ type: 'sent', share: 0.9 }])).toBe(paused)
    expect(after(paused, [{ type: 'resume' }, 5])).toMatchObject({ status: 'running', share: 0.4, failures: 0 })
  })

  it('success, which nothing undoes', () => {
    const success = after(sending, [{ type: 'done' }])
    for (const type of ['cancel', 'pause', 'retry', 'returned', 'tick'] as const)
      expect(after(success, [{ type }])).toBe(success)
  })

  it('cancelled from every state before, and started again', () => {
    const waiting = after(sending, [cut])
    for (const state of [sending, waiting, after(sending, [{ type: 'pause' }])])
      expect(after(state, [{ type: 'cancel' }])).toEqual({ status: 'canceled' })
    expect(after(sending, [{ type: 'cancel' }], [{ type: 'retry' }, 7])).toEqual(running(7))
    expect(after(sending, [{ type: 'cancel' }], [cut], [{ type: 'done' }])).toEqual({ status: 'canceled' })
  })

  it('error, when another try would come to the same', () => {
    const refused = after(sending, [{ type: 'failed', problem: 'image-damaged', told: false }])
    expect(refused).toMatchObject({ status: 'error', problem: 'image-damaged' })
    expect(after(refused, [{ type: 'returned' }])).toBe(refused)
    expect(after(refused, [{ type: 'retry' }, 3])).toMatchObject({ status: 'running' })
  })
})

describe('C7 a failed step is tried again', () => {
  it('later each time, up to fifteen seconds', () => {
    const delays: number[] = []
    let state: UploadState = sending
    for (let count = 0; count < 6; count += 1) {
      state = after(state, [cut])
      if (state.status !== 'waiting') throw new Error('it should wait')
      delays.push(state.retryAt)
      state = after(state, [{ type: 'tick' }, state.retryAt])
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  })

  it('half of the delay is chance', () => {
    expect(stepUpload(sending, cut, 0, 0)).toMatchObject({ retryAt: 500 })
  })

  it('not before its time, but at once when the network is back', () => {
    const waiting = after(sending, [cut])
    expect(after(waiting, [{ type: 'tick' }, 999])).toBe(waiting)
    expect(after(waiting, [{ type: 'returned' }, 1])).toMatchObject({ status: 'running' })
  })

  it('an operation for 120 seconds, from the last piece that arrived', () => {
    expect(after(sending, [cut, UPLOAD_OPERATION_RETRY_MS - 1])).toMatchObject({ status: 'waiting' })
    expect(after(sending, [cut, UPLOAD_OPERATION_RETRY_MS])).toMatchObject({
      status: 'error',
      problem: 'network-request-failed',
    })
    const later = after(sending, [{ type: 'arrived', share: 0.5 }, 100_000], [cut, UPLOAD_OPERATION_RETRY_MS + 50_000])
    expect(later).toMatchObject({ status: 'waiting', failures: 1 })
  })

  it('an upload for 600 seconds, however it goes', () => {
    let state: UploadState = sending
    for (let at = 0; at < UPLOAD_RETRY_MS; at += 60_000) state = after(state, [{ type: 'arrived', share: 0.5 }, at])
    expect(after(state, [cut, UPLOAD_RETRY_MS])).toMatchObject({ status: 'error' })
  })

  it('an upload that gave up goes on when the network is back', () => {
    const error = after(sending, [cut, UPLOAD_OPERATION_RETRY_MS])
    expect(after(error, [{ type: 'returned' }, 1])).toMatchObject({ status: 'running' })
  })

  it('one whose session ended goes on after signing in again', () => {
    const ended = after(sending, [{ type: 'failed', problem: 'not-signed-in', told: false }])
    expect(ended).toMatchObject({ status: 'error' })
    expect(after(ended, [{ type: 'returned' }])).toMatchObject({ status: 'running' })
  })
})

it('X3 a person in front of the form gets a message at once while nothing has arrived', () => {
  expect(after(sending, [{ type: 'failed', problem: 'network-request-failed', told: true }])).toMatchObject({
    status: 'error',
  })
})

describe('[CT3] an upload whose file is gone with its page', () => {
  const missing = after(sending, [{ type: 'arrived', share: 0.4 }], [{ type: 'lost', name: 'hall.mp4' }])

  it('waits for that file, and says where it stands', () => {
    expect(missing).toEqual({ status: 'missing', share: 0.4, name: 'hall.mp4', isOther: false })
    for (const type of ['pause', 'resume', 'retry', 'returned', 'tick'] as const)
      expect(after(missing, [{ type }])).toBe(missing)
  })

  it('goes on with it from there, and with no other', () => {
    const other = after(missing, [{ type: 'chosen', isOther: true }])
    expect(other).toEqual({ ...missing, isOther: true })
    expect(after(other, [{ type: 'chosen', isOther: false }, 9])).toEqual(running(9, 0.4))
  })

  it('can be canceled', () => {
    expect(after(missing, [{ type: 'cancel' }])).toEqual({ status: 'canceled' })
  })
})
