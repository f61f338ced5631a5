import { Skeleton } from '@mantine/core'
import { DisplayId, type DisplayKey, type Layout } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { whatIsThereNow } from '../../../platform/api/undo.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { CheckList } from '../../../platform/ui/check-list.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import styles from './copy-layout.module.css'
import { type Wanted, wantedOf } from './wanted.ts'

const Targets = z.object({ displays: z.array(DisplayId) })

/** A display that was changed, or the reason why it was not. */
type Result = { id: DisplayId; name: string } & ({ before: Layout | null; revision: number } | { reason: string })

type Props = { display: DisplayKey; layout: Wanted; onClose: () => void }

/** Gives other displays the same layout with the same playlists: each by itself, so that one that refuses stops no other. */
export default function CopyLayout({ display, layout, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { organisationId } = display
  const [failed, setFailed] = useState<readonly { id: DisplayId; name: string; reason: string }[]>([])
  const { data, error } = useQuery({
    queryKey: ['displays', organisationId],
    queryFn: ({ signal }) => call('listDisplays', { params: { organisationId }, signal }),
    staleTime: 0,
  })
  const others = data?.filter(({ id }) => id !== display.displayId)

  const put = async (id: DisplayId, wanted: Wanted | null, ifMatch?: number): Promise<[Layout | null, number]> => {
    const params = { organisationId, displayId: id }
    const before = ifMatch === undefined ? (await call('getProgramme', { params })).layout : null
    const answer = await call('setLayout', {
      params,
      ifMatch: ifMatch ?? before?.revision ?? 0,
      body: { layout: wanted },
    })
    await whatIsThereNow(client, params)
    return [before, answer.layout?.revision ?? 0]
  }

  /** Sets the layouts of before again. */
  const takeBack = async (done: readonly Extract<Result, { revision: number }>[]) => {
    const reasons: string[] = []
    for (const { id, name, before, revision } of done) {
      try {
        await put(id, wantedOf(before), revision)
      } catch (cause) {
        console.error('undoing the copy of a layout failed', cause)
        reasons.push(t('layout.copy-failed', { name, reason: errorInWords(cause, t) }))
      }
    }
    if (reasons.length === 0) notice('success', t('activity.undone'))
    else notice('error', reasons.join(' '))
  }

  const form = useForm({
    schema: Targets,
    start: (): z.infer<typeof Targets> => ({ displays: [] }),
    shows: [],
    save: async ({ displays }) => {
      setFailed([])
      const results: Result[] = []
      for (const { id, name } of others ?? []) {
        if (!displays.includes(id)) continue
        try {
          const [before, revision] = await put(id, layout)
          results.push({ id, name, before, revision })
        } catch (cause) {
          console.error('copying a layout failed', cause)
          results.push({ id, name, reason: errorInWords(cause, t) })
        }
      }
      const done = results.flatMap((one) => ('revision' in one ? [one] : []))
      const refused = results.flatMap((one) => ('reason' in one ? [one] : []))
      if (done.length > 0) {
        notice('success', t('layout.copied', { count: done.length }), {
          label: t('activity.undo'),
          run: () => void takeBack(done),
        })
      }
      if (refused.length === 0) return onClose()
      setFailed(refused)
      form.change({ displays: refused.map(({ id }) => id) })
    },
    logAs: 'copying a layout failed',
  })

  return (
    <FormDialog
      form={form}
      title={t('layout.copy-title')}
      submitLabel={t('layout.copy-submit')}
      ready={form.values.displays.length > 0}
      onClose={onClose}
    >
      {error && <ErrorBox message={t(`error.${codeOf(error)}`)} />}
      {failed.length > 0 && (
        <ul className={styles.failed} role="alert">
          {failed.map(({ id, name, reason }) => (
            <li key={id}>{t('layout.copy-failed', { name, reason })}</li>
          ))}
        </ul>
      )}
      {!others && !error && <Skeleton height="9rem" radius="md" />}
      {others && (
        <CheckList
          legend={t('nav.displays')}
          lead={t(others.length > 0 ? 'layout.copy-lead' : 'layout.copy-none')}
          options={others}
          chosen={form.values.displays}
          onChange={(displays) => form.change({ displays })}
        />
      )}
    </FormDialog>
  )
}
