import type { DisplayKey, WallNow } from '@placard/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { type Wanted, wantedOf } from './arrange.ts'

const POLL_MS = 5_000
/** Less than half of the time after which the test card ends by itself. */
const TEST_CARD_AGAIN_MS = 4 * 60_000

const wallOf = (key: DisplayKey) =>
  queryOptions({
    queryKey: ['wall', key.organisationId, key.displayId] as const,
    queryFn: ({ signal }) => call('getWall', { params: key, signal }),
  })

/** The wall of a display, polled while the page is visible, and its commands. */
export function useWall(key: DisplayKey) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const query = useQuery({ ...wallOf(key), refetchInterval: POLL_MS, refetchIntervalInBackground: false })
  const { data } = query
  const [pending, setPending] = useState<{ wanted: Wanted | null }>()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const newest = useRef(0)
  /** The revision that the next change starts from: the one on the page, or that of the page's own last change. */
  const base = useRef(0)
  if (!pending) base.current = data?.wall?.revision ?? 0

  /** Saves a wall. Changes are sent one after the other. @throws ApiError */
  async function save(wanted: Wanted | null): Promise<void> {
    newest.current += 1
    const ours = newest.current
    setPending({ wanted })
    const saved = queue.current.then(async () => {
      const { wall } = await call('setWall', { params: key, ifMatch: base.current, body: { wall: wanted } })
      base.current = wall?.revision ?? 0
      await client.cancelQueries({ queryKey: wallOf(key).queryKey })
      client.setQueryData(wallOf(key).queryKey, (now: WallNow | undefined) => now && { ...now, wall })
    })
    queue.current = saved.catch(() => {})
    try {
      await saved
    } finally {
      await client.invalidateQueries({ queryKey: wallOf(key).queryKey })
      if (ours === newest.current) setPending(undefined)
    }
  }

  /** The same for direct manipulation: a failure is told, and the wall is shown as it is saved. */
  function change(wanted: Wanted | null, done = () => {}): void {
    save(wanted).then(done, (error: unknown) => {
      console.error('changing a wall failed', error)
      const isLate = codeOf(error) === 'changed-meanwhile'
      notice('error', isLate ? t('wall.changed-meanwhile') : t('status.not-saved', { reason: errorInWords(error, t) }))
    })
  }

  const saved = data?.wall
  return {
    ...query,
    /** The wall to show. Undefined: not known yet. */
    wall: pending ? pending.wanted : saved === undefined ? undefined : saved && wantedOf(saved),
    isSaving: pending !== undefined,
    save,
    change,
  }
}

/**
 * The screens show the test card while `isOn`. It is requested again when the screens of the display have changed, because
 * their numbers may have changed with them.
 */
export function useTestCard(key: DisplayKey, isOn: boolean, screens: WallNow['screens']): void {
  const client = useQueryClient()
  const { organisationId, displayId } = key
  const names = JSON.stringify(screens.map(({ id, name }) => [id, name]))

  // biome-ignore lint/correctness/useExhaustiveDependencies: new names mean new numbers
  useEffect(() => {
    if (!isOn) return
    const show = () => void tell({ organisationId, displayId }, true)
    show()
    const timer = setInterval(show, TEST_CARD_AGAIN_MS)
    return () => clearInterval(timer)
  }, [organisationId, displayId, isOn, names])

  useEffect(() => {
    if (!isOn) return
    return () => {
      void tell({ organisationId, displayId }, false).then(() =>
        client.invalidateQueries({ queryKey: wallOf({ organisationId, displayId }).queryKey }),
      )
    }
  }, [client, organisationId, displayId, isOn])
}

/** The test card is a help. Without it, the wall can be set up all the same, so a failure is only logged. */
async function tell(params: DisplayKey, isOn: boolean): Promise<void> {
  try {
    await call('showTestCard', { params, body: { isOn } })
  } catch (error) {
    console.error('the test card could not be changed', error)
  }
}
