import { NativeSelect } from '@mantine/core'
import { FILMS_AT_ONCE, type ScreenFilms } from '@placard/contract'
import { decodersOf } from '@placard/playback'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { allScreensOf, useAllScreens } from '../../../platform/api/screens/use-all-screens.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import type { MachineOf } from '../machine/use-machine.ts'
import styles from './screen-details.module.css'

/** [LY5] The number of films that a screen plays at once, with its source. It can be chosen for a paired screen. */
export function FilmsAtOnce({ paired, ...rest }: { paired: MachineOf | undefined; browser: string; canEdit: boolean }) {
  return paired ? <OfPaired of={paired} canEdit={rest.canEdit} /> : <OfPage browser={rest.browser} />
}

function OfPage({ browser }: { browser: string }) {
  const known = decodersOf(browser)
  return <Told number={known ?? 1} by={known === undefined ? 'unknown' : 'engine'} />
}

function OfPaired({ of, canEdit }: { of: MachineOf; canEdit: boolean }) {
  const { t, number } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { organisationId, screenId } = of
  const films = useAllScreens(organisationId).data?.screens.find(({ paired }) => paired?.id === screenId)?.paired
    ?.filmsAtOnce
  const { run, doing } = useDoing({
    tell: (words) => notice('error', words),
    after: () => client.invalidateQueries({ queryKey: allScreensOf(organisationId).queryKey }),
  })
  if (!films) return null
  const { chosen, automatic, by } = films
  if (!canEdit) return <Told number={chosen ?? automatic} by={chosen === null ? by : undefined} />
  return (
    <>
      <NativeSelect
        aria-label={t('screen-details.films-at-once')}
        className={styles.choice}
        disabled={doing !== undefined}
        value={String(chosen ?? '')}
        data={[
          { value: '', label: t('screen-details.films-automatic', { number: number(automatic) }) },
          ...FILMS_AT_ONCE.map((one) => ({ value: String(one), label: number(one) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const filmsAtOnce = FILMS_AT_ONCE.find((one) => String(one) === value) ?? null
          void run('films', () => call('changePairedScreen', { params: of, body: { filmsAtOnce } }))
        }}
      />
      <Source by={by} />
    </>
  )
}

function Told({ number: films, by }: { number: number; by: ScreenFilms['by'] | undefined }) {
  const { number } = useI18n()
  return (
    <>
      {number(films)}
      {by && <Source by={by} />}
    </>
  )
}

function Source({ by }: { by: ScreenFilms['by'] }) {
  const { t } = useI18n()
  return (
    <>
      <span className={styles.small}>{t(`screen-details.films-by.${by}`)}</span>
      <span className={styles.small}>{t('screen-details.films-in-zones')}</span>
    </>
  )
}
