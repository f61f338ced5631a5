import { Skeleton } from '@mantine/core'
import { type DisplayId, IncludePlaylist, type Playlist, type PlaylistKey } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { askPlaylistsAnew, includersOf } from '../../../platform/api/playlists.ts'
import { whatIsThereNow } from '../../../platform/api/undo.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { CheckList } from '../../../platform/ui/check-list.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { useTakeBackTogether } from '../entries/use-take-back.ts'
import { bodyOf, type Draft, draftOf } from '../schedules/draft.ts'
import { ScheduleChoice } from '../schedules/schedule-choice.tsx'
import { SHOWN } from '../schedules/schedule-fields.tsx'
import { useScheduleClock } from '../schedules/use-schedule-clock.ts'

type Props = { playlistKey: PlaylistKey; playlist: Playlist; onClose: () => void }
type Values = Draft & { displays: readonly DisplayId[] }

/** Adds a playlist to several displays in one command, with or without a schedule. */
export default function PutOnDisplays({ playlistKey: params, playlist, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [commandKey] = useState(createCommandKey)
  const { organisationId } = params
  const takeBack = useTakeBackTogether(organisationId)
  const askAnew = () => askPlaylistsAnew(client, organisationId)
  const { today } = useScheduleClock(params, [])
  const { data, error } = useQuery({
    queryKey: ['displays', organisationId],
    queryFn: ({ signal }) => call('listDisplays', { params: { organisationId }, signal }),
    staleTime: 0,
  })
  // As it was when the form opened, so that chosen displays remain options.
  const [has] = useState(() => new Set(includersOf(playlist).map(({ id }) => id)))
  const { name } = playlist

  const form = useForm({
    schema: IncludePlaylist,
    start: (): Values => ({ ...draftOf(undefined, today), displays: [] }),
    bodyOf: ({ displays, ...draft }) => {
      const { schedule } = bodyOf(draft)
      return { displays, ...(schedule === null ? {} : { schedule }) }
    },
    shows: SHOWN,
    save: async (body) => {
      const idempotencyKey = commandKey.keyFor(body)
      const { inclusions } = await call('includePlaylist', { params, body, idempotencyKey })
      onClose()
      const done = t('playlists.put-done', { name, count: body.displays.length })
      notice('success', done, { label: t('activity.undo'), run: () => void takeBack(inclusions).then(askAnew) })
      await Promise.all([
        whatIsThereNow(client, params),
        ...body.displays.map((displayId) => whatIsThereNow(client, { organisationId, displayId })),
        askAnew(),
      ])
    },
    logAs: 'putting a playlist on displays failed',
  })

  const isOnAll = data?.every(({ id }) => has.has(id)) === true
  return (
    <FormDialog
      form={form}
      title={t('playlists.put-title', { name })}
      submitLabel={t('playlists.put-submit')}
      ready={form.values.displays.length > 0}
      size="large"
      onClose={onClose}
    >
      {error && <ErrorBox message={t(`error.${codeOf(error)}`)} />}
      {!data && !error && <Skeleton height="9rem" radius="md" />}
      {data && (
        <CheckList
          legend={t('playlists.put-displays')}
          lead={t(isOnAll ? 'playlists.put-all' : 'playlists.put-lead')}
          options={data.map(({ id, name }) => ({
            id,
            name,
            isFixed: has.has(id),
            note: has.has(id) ? t('playlists.put-there') : undefined,
          }))}
          chosen={form.values.displays}
          onChange={(displays) => form.change({ displays })}
        />
      )}
      {!isOnAll && <ScheduleChoice form={form} legend={t('playlists.put-when')} today={today} />}
    </FormDialog>
  )
}
